import { TEST_OUTCOMES, type TestOutcome } from "./outcome.ts";

/** One execution of a test. */
export interface TestExecution {
  outcome: TestOutcome;
  /** ISO 8601 in UTC, null where the source does not say. */
  at: string | null;
  /** Seconds. */
  time: number | null;
  /** Passed, after at least one attempt in the same execution that had failed. */
  flaky?: boolean;
}

/** By time where every execution has one, else as they came. */
export function inTime<T extends Pick<TestExecution, "at">>(executions: readonly T[]): T[] {
  if (executions.some(({ at }) => at === null)) return [...executions];
  return executions.toSorted((a, b) => Date.parse(a.at!) - Date.parse(b.at!));
}

/**
 * What executions say of a test, as attributes that tools filter by. Flaky: it passed when it was repeated, or went from one side to
 * the other and back.
 */
export function historyOf(executions: readonly TestExecution[]): Record<string, unknown> {
  const last = executions.at(-1);
  if (last === undefined) return {};
  const flips = flipRate(executions.map(({ outcome }) => outcome));
  const counts = TEST_OUTCOMES.map(
    (name) => [name, executions.filter(({ outcome }) => outcome === name).length] as const,
  );
  return {
    last_outcome: last.outcome,
    ...(last.at === null ? {} : { last_run_at: last.at }),
    outcomes: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    flaky: executions.some(({ flaky }) => flaky) || flipsOf(executions.map(({ outcome }) => outcome)) > 1,
    runs: executions.length,
    ...(flips === null ? {} : { flip_rate: flips }),
    ...(last.time === null ? {} : { time_s: last.time }),
  };
}

/**
 * How unsteady a test is: changes between passing and not passing, as a share of the pairs of runs that follow each other,
 * skipped ones left out (flip rate; Kowalczyk et al. 2020, Modeling and ranking flaky services at Apple). Example: pass, fail,
 * pass: 1. Null below two runs.
 */
export function flipRate(runs: readonly TestOutcome[]): number | null {
  const counted = runs.filter((outcome) => outcome !== "SKIP").length;
  return counted < 2 ? null : Math.round((flipsOf(runs) / (counted - 1)) * 1000) / 1000;
}

function flipsOf(runs: readonly TestOutcome[]): number {
  const passed = runs.filter((outcome) => outcome !== "SKIP").map((outcome) => outcome === "PASS");
  return passed.filter((pass, at) => at > 0 && pass !== passed[at - 1]).length;
}

const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ T,]+(.*))?$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T,]+(.*))?$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:[ T,]+(.*))?$/;
/** `05-Jan-2026`, `5 January 2026`; `Jan 5, 2026`. */
const NAMED_MONTH = /^(?:(\d{1,2})[ -]([a-z]{3})[a-z]*[ -]|([a-z]{3})[a-z]* (\d{1,2}),? )(\d{4})(?:[ T,]+(.*))?$/i;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]m)?$/i;

/** A time stamp as test tools write them, in UTC where no zone is named; of `3/4/2026` the month is first unless it cannot be. Null: none. */
export function timeStamp(text: string): string | null {
  const said = text.trim();
  const parts = datePartsOf(said);
  if (!parts) return isoOf(said);
  const { year, month, day, clock } = parts;
  const time = CLOCK.exec(clock.trim());
  if (!time) return null;
  const hour = time[4] ? (Number(time[1]) % 12) + (time[4].toLowerCase() === "pm" ? 12 : 0) : Number(time[1]);
  const pad = (part: unknown) => String(part).padStart(2, "0");
  return isoOf(`${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${time[2]}:${time[3] ?? "00"}`);
}

interface DateParts {
  year: string;
  month: string | number;
  day: string;
  clock: string;
}

function datePartsOf(said: string): DateParts | null {
  const [, fullYear, yearMonth = "", yearDay = "", yearClock = "0:00"] = YEAR_FIRST.exec(said) ?? [];
  if (fullYear !== undefined) return { year: fullYear, month: yearMonth, day: yearDay, clock: yearClock };
  const named = NAMED_MONTH.exec(said);
  if (named) {
    const [, before, nameAfter, nameBefore, after, year = "", clock = "0:00"] = named;
    const month = MONTHS.indexOf((nameAfter ?? nameBefore ?? "").toLowerCase()) + 1;
    return month === 0 ? null : { year, month, day: before ?? after ?? "", clock };
  }
  const dotted = DAY_FIRST.exec(said);
  const match = dotted ?? SLASHED.exec(said);
  if (!match) return null;
  const [, first = "", second = "", year = "", clock = "0:00"] = match;
  const [day, month] = dotted || Number(first) > 12 ? [first, second] : [second, first];
  return { year, month, day, clock };
}

function isoOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return null;
  const zoned = /\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) || text.length === 10 ? text : `${text}Z`;
  const at = new Date(zoned.replace(" ", "T").replace(",", ".").replace(/\s/g, ""));
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Seconds of `1.5`, `250 ms`, `1m 30s`, `00:01:30`; null for anything else. */
export function durationSeconds(text: string): number | null {
  // A comma is a decimal one in many languages; before three digits it may part thousands, unless a zero stands before it.
  const said = text
    .trim()
    .toLowerCase()
    .replace(/(?<=\b0),(?=\d)|,(?=\d)(?!\d{3}(?!\d))/g, ".");
  const clock = /^(?:(\d+):)?(\d{1,2}):(\d{2}(?:\.\d+)?)$/.exec(said);
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const parts = [...said.matchAll(/(\d+(?:\.\d+)?)\s*(ms|h|m(?:in)?|s(?:ec)?)(?=[\s\d]|$)/g)];
  if (
    parts.length === 0 ||
    parts
      .map(([part]) => part)
      .join("")
      .replace(/\s/g, "") !== said.replace(/\s/g, "")
  )
    return null;
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0);
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600 };
