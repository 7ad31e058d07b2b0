import type { Manifest } from "../../harness/record/run-directory/manifest.ts";
import type { Site } from "../../harness/show/report/read-site.ts";
import { makeTrustItems } from "../../harness/show/report/trust.ts";
import { brokenRule } from "./broken-rule.ts";
import type { PlainFacts } from "./facts.ts";
import type { RandomRun } from "./random-run.ts";

const SHOWN = ["functional_pass", "pass", "ndcg@10"];

/** What the bar that stands on every page says that is false by the run's records. */
export function checkTrust({ config, results }: RandomRun, { rows }: PlainFacts): string[] {
  const manifest = { run_id: "r", created_at: "2026-01-01T00:00", synthetic_corpus: true, stages: {} };
  const site = { manifest: manifest as unknown as Manifest, config, results, unscored: [] } as unknown as Site;
  const items = makeTrustItems(site, { tokensIn: 0, tokensCached: 0 });
  const ran = rows.filter(({ outcome }) => outcome !== "missing");
  const of = (...outcomes: string[]) => String(rows.filter(({ outcome }) => outcomes.includes(outcome)).length);
  const about = (metric: string, answerable: boolean) => metric !== "ndcg@10" || answerable;
  const unscored = rows.filter(({ scores, answerable }) =>
    SHOWN.some((metric) => about(metric, answerable) && (scores[metric] ?? null) === null),
  );
  const blocked = (["primary", "calibration"] as const).map(
    (judge) => rows.filter((row) => row[judge] === null).length,
  );
  const standIns = config.models.filter(({ provider }) => provider === "policy").map(({ name }) => name);
  const areAll = rows.every(({ model }) => standIns.includes(model));
  const expected: Readonly<Record<string, string>> = {
    executed: `${ran.length} of ${rows.length}`,
    "timed out": of("timeout"),
    failed: of("agent_error", "cascaded_failure"),
    answers: `${of("success")} live · 0 replayed · 0 from cache`,
    unscored: String(unscored.length),
    "verdicts blocked": String(blocked[0]! + blocked[1]!),
    repeat: "1",
  };
  const problems = items.flatMap(({ label, value, detail = "" }) => {
    const broken = brokenRule(`${label} ${value}`) ?? brokenRule(detail);
    if (broken) return [`${broken}: ${label} ${value} (${detail})`];
    const plain = value.replaceAll(",", "");
    return label in expected && expected[label] !== plain ? [`${label} ${value}: ${expected[label]}`] : [];
  });
  const says = items.find(({ value }) => value.endsWith("nothing about any language model"))?.value ?? "";
  const holds = standIns.length === 0 ? says === "" : says.startsWith(areAll ? "says" : "stand-ins say");
  return holds ? problems : [...problems, `${says}, of ${standIns.join(", ") || "no stand-in"}`];
}
