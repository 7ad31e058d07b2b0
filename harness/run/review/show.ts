import type { Substrate } from "../../../db/ports/ports.ts";
import { confusionsOf } from "../../../scenarios/set/confusions.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { printable, wrap } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { LISTED, rankWith } from "../../results/baselines/baseline.ts";
import { BASELINES } from "../../results/baselines/registry.ts";
import { type Attacked, attackScenario } from "../attack/attack-scenario.ts";
import { isSuspect, openAttack, sayHad } from "../attack/run.ts";

/** Rankers that show what one tool finds without an agent; the last one is told where the truth was derived from. */
const SINGLE_TOOLS = ["keyword", "vector", "hybrid", "graph_oracle"] as const;

/** All that a person needs to judge a truth: the question, what is expected, how it was derived and confirmed, and what one tool alone finds. */
export async function showForReview(
  scenario: Scenario,
  { substrate, config, columns }: { substrate: Substrate; config: Config; columns: number },
): Promise<string> {
  const attacked = await attackScenario(scenario, await openAttack(substrate, config));
  const { id, family, complexity, template, turns, derivation, review } = scenario;
  const parts: [string, readonly string[]][] = [
    [`${id}  ${[family, template, complexity].filter(Boolean).join(" · ")}`, []],
    ["question", turns],
    [
      `expected test cases (${scenario.expected_ids.length})`,
      [scenario.expected_ids.join(", ") || "none: to decline is right"],
    ],
    [`expected besides (${scenario.expected_entities.length})`, [scenario.expected_entities.join(", ") || "nothing"]],
    ["reference answer", [scenario.reference_answer]],
    ["known confusions", confusionsOf(scenario.traps, scenario.expected_ids)],
    ["derived by", derivation ? [said(derivation), ...(derivation.entities ? [said(derivation.entities)] : [])] : []],
    ["confirmed by", derivation?.validation ? [derivation.validation] : []],
    [`one tool alone, of its first ${LISTED}`, await singleTools(scenario, { substrate, config })],
    ["passed by who looks for nothing", [saySuspects(attacked)]],
    ["review", review ? [sayDecision(review)] : []],
    ["before it", (review?.earlier ?? []).map(sayEarlier)],
  ];
  const [title = "", ...rest] = parts.flatMap(([heading, lines], index) =>
    index === 0
      ? [heading]
      : lines.length === 0
        ? []
        : [`\n${heading}`, ...lines.map((text) => indented(text, columns))],
  );
  return [wrap(printable(title), columns, ""), ...rest].join("\n");
}

type Decision = Omit<NonNullable<Scenario["review"]>, "earlier">;

function sayDecision({ decision, by, at, note }: Decision): string {
  return `${decision} by ${by}, ${at}${note ? `: ${note}` : ""}`;
}

function sayEarlier({
  expected_ids,
  expected_entities,
  review,
}: NonNullable<NonNullable<Scenario["review"]>["earlier"]>[number]) {
  const truth = [...expected_ids, ...expected_entities].join(", ") || "nothing";
  return `${truth} (${review ? sayDecision(review) : "as written"})`;
}

function saySuspects(attacked: readonly Attacked[]): string {
  return sayHad(attacked.filter(isSuspect)) || "by no strategy of scopebench scenarios attack";
}

function said({ sql, parameters }: { sql: string; parameters: readonly (string | number)[] }): string {
  return parameters.length === 0
    ? sql
    : `${sql}\n${parameters.map((value, index) => `$${index + 1} = ${value}`).join("\n")}`;
}

async function singleTools(
  scenario: Scenario,
  { substrate, config: { limits, seed } }: { substrate: Substrate; config: Config },
): Promise<string[]> {
  const lines: string[] = [];
  for (const name of SINGLE_TOOLS) {
    const { tests } = await rankWith(BASELINES[name], scenario, { substrate, limits, seed });
    const found = tests.slice(0, LISTED).filter(({ id }) => scenario.expected_ids.includes(id));
    const others = tests.slice(0, LISTED).filter(({ id }) => !scenario.expected_ids.includes(id));
    lines.push(
      `${BASELINES[name].label}: ${found.length} expected, ${others.length} others${others.length > 0 ? ` (${others.map(({ id }) => id).join(", ")})` : ""}`,
    );
  }
  return lines;
}

/** A line that is broken goes on two columns further in, so that code stays readable. */
function indented(text: string, columns: number): string {
  const lines = printable(text).split("\n");
  return lines.map((line) => brokenLine(line, columns)).join("\n");
}

function brokenLine(line: string, columns: number): string {
  const margin = `  ${/^ */.exec(line)?.[0] ?? ""}`;
  const [first = "", ...more] = wrap(line.trim(), columns - 2, margin).split("\n");
  return [first, ...more.map((part) => `  ${part}`)].join("\n");
}
