import { countOf } from "../../../base/counts.ts";
import type { Results } from "../../analyses/results.ts";
import { decimal, percent } from "../../drawing/format.ts";
import type { Finding } from "./site-data.ts";

/** What is known of the judge's validity: its agreement with the functional verdict and with people, and what its probes found. */
export function describeJudge({ verdict_agreement, judge_probes, human }: Results): Finding | null {
  const all = verdict_agreement.find(({ factor }) => factor === "all");
  if (!all || all.n === 0) return null;
  const equal = `The judge's verdict equals the functional one on ${percent(all.percent_agreement)} of ${countOf(all.n, "answered execution")}`;
  const kappa = all.cohen_kappa === null ? "" : ` (Cohen's kappa ${decimal(all.cohen_kappa)})`;
  return {
    text: `${equal}${kappa}. ${describeProbes(judge_probes)} ${describePeople(human)}`,
    small: "",
    behind: { outcome: "success", metric: "functional_pass,pass", has: "value" },
  };
}

function describeProbes(probes: Results["judge_probes"]): string {
  if (probes.length === 0) return "It was not probed for biases.";
  const found = probes.flatMap(({ probes: own }) => own.flatMap(({ finding }) => finding ?? []));
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
