/** What a channel shows: a column of the answer, or the same for all. */
export type ChannelSpec = { column: string } | { constant: string | number };

/** A mark: its kind, its channels and how its rows are gathered. */
export interface MarkSpec {
  type: MarkType;
  channels: Record<string, ChannelSpec>;
  /** Column with the names of executions, to which the marks lead. */
  execution?: string;
  transform?: { type: TransformType; outputs: Record<string, string> };
  tip: boolean;
}

/** A plot as JSON, after the manner of Observable Plot; nothing in it is code. */
export interface PlotSpec {
  marks: MarkSpec[];
  scales: Record<string, Record<string, unknown>>;
  height?: number;
  caption?: string;
}

const MARKS = [
  "dot",
  "line",
  "areaY",
  "barX",
  "barY",
  "rectX",
  "rectY",
  "cell",
  "tickX",
  "tickY",
  "ruleX",
  "ruleY",
  "boxX",
  "boxY",
  "text",
  "linearRegressionY",
] as const;
const TRANSFORMS = ["group", "groupX", "groupY", "groupZ", "bin", "binX", "binY"] as const;
const REDUCERS = ["count", "sum", "mean", "median", "min", "max", "proportion", "deviation", "distinct"];
const SCALE_TYPES = ["linear", "log", "sqrt", "symlog", "point", "band", "ordinal", "categorical", "utc"];
const CHANNELS = ["x", "x1", "x2", "y", "y1", "y2", "z", "fx", "fy", "r", "symbol", "text"];
const COLORS = ["fill", "stroke"];
/** Tokens of style.css. */
const PAGE_COLORS: readonly string[] = ["ink", "muted", "rule", "accent", "found", "lost", "invented"];
const SIZES = ["strokeWidth", "opacity"];
const SCALES = ["x", "y", "fx", "fy", "r", "color", "symbol"];

type MarkType = (typeof MARKS)[number];
type TransformType = (typeof TRANSFORMS)[number];

/** Says what is wrong with a value, null where nothing is. */
type Check = (value: unknown) => string | null;

const CHECKS = {
  text: (value) => (typeof value === "string" ? null : "is no text"),
  number: (value) => (typeof value === "number" && Number.isFinite(value) ? null : "is no number"),
  height: (value) =>
    typeof value === "number" && value >= 50 && value <= 2000 ? null : "is no number from 50 to 2000",
  boolean: (value) => (typeof value === "boolean" ? null : "is neither true nor false"),
  label: (value) => (value === null || typeof value === "string" ? null : "is neither a text nor null"),
  list: (value) =>
    Array.isArray(value) && value.every((entry) => ["string", "number", "boolean"].includes(typeof entry))
      ? null
      : "is no list of texts or numbers",
} satisfies Record<string, Check>;

const SCALE_OPTIONS: Record<string, Check> = {
  type: oneOf(SCALE_TYPES),
  domain: CHECKS.list,
  label: CHECKS.label,
  grid: CHECKS.boolean,
  zero: CHECKS.boolean,
  nice: CHECKS.boolean,
  reverse: CHECKS.boolean,
  percent: CHECKS.boolean,
  clamp: CHECKS.boolean,
  legend: CHECKS.boolean,
  ticks: CHECKS.number,
  scheme: (value) => (typeof value === "string" && /^[a-z0-9]{1,20}$/i.test(value) ? null : "is no name of a scheme"),
};

/**
 * Reads a plot from JSON. What is not on the lists above is refused by its name, all of it at once.
 * @param columns of the answer that is drawn
 * @throws Error for the reader
 */
export function parsePlot(text: string, columns: readonly string[]): PlotSpec {
  const problems: string[] = [];
  const spec = new Reader(parseJson(text), "", problems);
  const marks = spec.list("marks").map((mark) => readMark(mark, columns));
  const scales = Object.fromEntries(
    SCALES.flatMap((name) => {
      const options = spec.object(name);
      return options ? [[name, options.all(SCALE_OPTIONS)]] : [];
    }),
  );
  const { height, caption } = spec.all({ height: CHECKS.height, caption: CHECKS.text }, ["marks", ...SCALES]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return { marks, scales, height: height as number, caption: caption as string };
}

function readMark(mark: Reader, columns: readonly string[]): MarkSpec {
  const isColumn = (value: unknown) => columns.includes(value as string);
  const column: Check = (value) =>
    isColumn(value) ? null : `is no column of the answer above (${columns.join(", ")})`;
  const orNumber: Check = (value) => (typeof value === "number" ? null : column(value));
  const orColor: Check = (value) => {
    const says = isColor(value) ? null : column(value);
    return says && `${says} and no colour (${PAGE_COLORS.join(", ")}, or one such as #1f5fa8)`;
  };
  const known: Record<string, Check> = { type: oneOf(MARKS), tip: CHECKS.boolean, execution: column };
  for (const name of CHANNELS) known[name] = orNumber;
  for (const name of COLORS) known[name] = orColor;
  for (const name of SIZES) known[name] = CHECKS.number;
  const { type, tip, execution, ...channels } = mark.all(known, ["transform"], ["type"]);
  const transform = readTransform(mark.object("transform"));
  if (transform && execution !== undefined) mark.problem("execution", "leads nowhere where rows are gathered");
  return {
    type: type as MarkType,
    channels: Object.fromEntries(
      Object.entries(channels).map(([name, value]) => [
        name,
        isColumn(value) ? { column: value as string } : { constant: toConstant(value as string | number) },
      ]),
    ),
    execution: execution as string,
    transform,
    tip: tip === true,
  };
}

function readTransform(transform: Reader | null): MarkSpec["transform"] {
  if (!transform) return undefined;
  const { type } = transform.all({ type: oneOf(TRANSFORMS) }, ["outputs"], ["type"]);
  const reducers = Object.fromEntries([...CHANNELS, ...COLORS].map((name) => [name, oneOf(REDUCERS)]));
  const outputs = transform.object("outputs")?.all(reducers) ?? {};
  return { type: type as TransformType, outputs: outputs as Record<string, string> };
}

/** A colour of the report, in light and in dark, or one in hex: nothing that a style sheet would fetch. */
function isColor(value: unknown): boolean {
  return typeof value === "string" && (PAGE_COLORS.includes(value) || /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value));
}

function toConstant(value: string | number): string | number {
  return PAGE_COLORS.includes(value as string) ? `var(--${value})` : value;
}

function oneOf(known: readonly string[]): Check {
  return (value) => (known.includes(value as string) ? null : `is not known: ${known.join(", ")}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`the plot is no JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Reads an object by lists of what it may hold, noting each problem with its place. */
class Reader {
  readonly #own: Record<string, unknown>;
  readonly #place: string;
  readonly #problems: string[];

  constructor(value: unknown, place: string, problems: string[]) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    this.#own = isObject ? (value as Record<string, unknown>) : {};
    this.#place = place;
    this.#problems = problems;
    if (!isObject) problems.push(`${place || "the plot"} is no object`);
  }

  problem(key: string, says: string): void {
    this.#problems.push(`${this.#path(key)} ${says}`);
  }

  /** The values that pass; a key that is neither here nor among `others` is a problem, and so is one that is `needed` and missing. */
  all(
    checks: Record<string, Check>,
    others: readonly string[] = [],
    needed: readonly string[] = [],
  ): Record<string, unknown> {
    const known = [...Object.keys(checks), ...others];
    for (const key of needed) if (!Object.hasOwn(this.#own, key)) this.problem(key, "is missing");
    const passed: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(this.#own)) {
      if (others.includes(key)) continue;
      const says = Object.hasOwn(checks, key) ? checks[key]!(value) : `is not known: ${known.join(", ")}`;
      if (says === null) passed[key] = value;
      else this.problem(key, says);
    }
    return passed;
  }

  object(key: string): Reader | null {
    return Object.hasOwn(this.#own, key) ? new Reader(this.#own[key], this.#path(key), this.#problems) : null;
  }

  list(key: string): Reader[] {
    const value = this.#own[key];
    if (Array.isArray(value) && value.length > 0)
      return value.map((entry, index) => new Reader(entry, `${this.#path(key)}[${index}]`, this.#problems));
    this.problem(key, "is no list with an entry");
    return [];
  }

  #path(key: string): string {
    return this.#place ? `${this.#place}.${key}` : key;
  }
}
