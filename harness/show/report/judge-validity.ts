import { countOf } from "../../../base/counts.ts";
import { decimal, percent, spanOf } from "../../print/format.ts";
import { DIMENSIONS } from "../../record/domain/records.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Finding } from "./site-data.ts";

/** What is known of the judge's validity: what it decides itself against the second judge, its probes, people, and what holds by construction. */
export function describeJudge({ judge, verdict_agreement, judge_probes, human }: Results): Finding | null {
  const all = verdict_agreement.find(({ factor }) => factor === "all");
  if (!all || all.n === 0) return null;
  const equal = `A pass follows from the ids and entities that are counted, in both verdicts: that they are equal on ${percent(all.percent_agreement)} of ${countOf(all.n, "answered execution")} holds largely by construction, and says little of the judge.`;
  return {
    text: `${describeOwn(judge.agreement)} ${describeProbes(judge_probes)} ${describePeople(human)} ${equal}`,
    small: "",
    behind: { outcome: "success", metric: "functional_pass,pass", has: "value" },
  };
}

/** Alignment and dimensions are what a judge reads in an answer, and nobody has counted. */
function describeOwn(agreement: Results["judge"]["agreement"]): string {
  const own = agreement.filter(
    ({ on, measure }) =>
      measure === "spearman" && (on === "alignment" || (DIMENSIONS as readonly string[]).includes(on)),
  );
  const read = own.filter(({ n }) => n > 0).map(({ n }) => n);
  if (read.length === 0) return "No second judge has read its answers again.";
  const values = own
    .filter(({ value }) => value !== null)
    .map(({ on, value }) => `${on.replaceAll("_", " ")} ${decimal(value)}`);
  const same = own.filter(({ value }) => value === null).map(({ on }) => on.replaceAll("_", " "));
  const flat =
    same.length > 0
      ? ` On ${same.join(", ")} one of the two gives every answer the same value, which tells nothing apart.`
      : "";
  const told = values.length > 0 ? `: rank correlation on ${values.join(", ")}` : "";
  return `A second judge has read ${read.every((n) => n === 1) ? "1 answer" : `${spanOf(read)} answers`} again${told}.${flat}`;
}

function describeProbes(probes: Results["judge_probes"]): string {
  if (probes.length === 0) return "It was not probed for biases.";
  const found = probes.flatMap(({ probes: own }) => own.flatMap(({ finding }) => finding ?? []));
  const isDecided = probes.some(({ probes: own }) => own.some(({ low }) => low !== null));
  if (!isDecided) return "Its probes read too few scenarios to show a bias.";
  if (found.length === 0) return "Its probes found no bias beyond their limits.";
  return `Its probes found: ${[...new Set(found)].join(", ").replaceAll("_", " ")}.`;
}

function describePeople(human: Results["human"]): string {
  if (human === null) return "Nobody has rated its answers.";
  const pass = human.agreement.find(({ on, value }) => on === "status" && value !== null);
  const rated = `People rated ${countOf(human.pass_rate.rated, "answer")}`;
  return pass
    ? `${rated} (${pass.between}, ${pass.measure.replaceAll("_", " ")}: ${decimal(pass.value)}).`
    : `${rated}.`;
}
