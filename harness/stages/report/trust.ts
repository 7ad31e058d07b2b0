import { count, plural } from "../../charts/format.ts";
import type { Site } from "./read-site.ts";
import type { TrustItem } from "./site-data.ts";

/** The facts of the bar that stands on every page, most sobering first. */
export function makeTrustItems(site: Site): TrustItem[] {
  const { manifest, config, results } = site;
  return [
    ...makeWarnings(site),
    { label: "run", value: manifest.run_id },
    { label: "made", value: manifest.created_at.slice(0, 16).replace("T", " ") },
    corpusItem(site),
    ...outcomeItems(site),
    unscoredItem(site),
    blockedItem(results.judge.verdicts),
    { label: config.repeats === 1 ? "repeat" : "repeats", value: String(config.repeats) },
  ];
}

function makeWarnings({ manifest, results }: Site): TrustItem[] {
  const { standInModels, standInJudges } = results.summary;
  const warning = (value: string, detail: string): TrustItem => ({ label: "", value, detail, warning: true });
  return [
    ...(manifest.synthetic_corpus ? [warning("synthetic corpus", "the texts were generated from a seed")] : []),
    ...(standInModels.length > 0
      ? [warning("stand-in models", `${standInModels.join(", ")}: rule-based policies, not language models`)]
      : []),
    ...(standInJudges.length > 0
      ? [warning("stand-in judge", `${standInJudges.join(", ")}: deterministic rubrics, not language models`)]
      : []),
    ...(manifest.recording?.mode === "replay" ? [replayed(manifest.recording)] : []),
    ...(manifest.git?.dirty ? [warning("uncommitted code", "the checkout had changes when the run was made")] : []),
  ];
}

function replayed({ cassette, hash }: NonNullable<Site["manifest"]["recording"]>): TrustItem {
  const name = cassette.slice(cassette.lastIndexOf("/") + 1);
  const detail = `no model was asked: every answer of a model or judge comes from the recording ${name}, checksum ${hash ?? "unknown"}`;
  return { label: "", value: "replayed", detail, warning: true };
}

function corpusItem({ manifest }: Site): TrustItem {
  const { substrate } = manifest;
  if (!substrate) return { label: "corpus", value: "not recorded" };
  const tests = substrate.counts ? ` ${plural(substrate.counts.testCases, "test")}` : "";
  const { corpusHash } = substrate;
  const short = corpusHash.length > 12 ? `${corpusHash.slice(0, 4)}…${corpusHash.slice(-2)}` : corpusHash;
  return { label: "corpus", value: `${substrate.mapping.name}${tests} · ${short}`, detail: `hash ${corpusHash}` };
}

function outcomeItems({ results }: Site): TrustItem[] {
  const { cells, configurations } = results.summary;
  const sum = (of: (outcomes: (typeof configurations)[number]["outcomes"]) => number) =>
    configurations.reduce((total, { outcomes }) => total + of(outcomes), 0);
  const missing = sum((outcomes) => outcomes.missing);
  const failed = sum((outcomes) => outcomes.agent_error + outcomes.cascaded_failure);
  return [
    { label: "executed", value: `${count(cells - missing)} of ${count(cells)}`, warning: missing > 0 },
    { label: "timed out", value: count(sum((outcomes) => outcomes.timeout)) },
    { label: "failed", value: count(failed), detail: "agent errors, and turns that failed after an earlier one" },
  ];
}

/** Executions without the two numbers that every table shows. */
function unscoredItem({ results, unscored }: Site): TrustItem {
  const without = results.scores.filter(
    ({ scores, answerable }) => scores.pass?.value === null || (answerable && scores["ndcg@10"]?.value === null),
  );
  const reasons = unscored.filter(({ metric }) => metric === "pass" || metric === "ndcg@10");
  const detail = reasons.map(({ metric, reason, count: n }) => `${metric}: ${reason.replaceAll("_", " ")} ${n}`);
  return { label: "unscored", value: count(without.length), detail: detail.join("; ") || "nothing" };
}

function blockedItem(verdicts: Site["results"]["judge"]["verdicts"]): TrustItem {
  const blocked = verdicts.reduce((total, stage) => total + stage.blocked, 0);
  const detail = verdicts.map(({ stage, blocked: n }) => `${stage} ${n}`).join(", ");
  return { label: "verdicts blocked", value: count(blocked), detail };
}
