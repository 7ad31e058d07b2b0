import { OUTCOMES, OWN } from "../../../agent/contract/contract.ts";
import { countOf } from "../../../base/counts.ts";
import { describeStop } from "../../dag/ceilings/describe-stop.ts";
import { count, percent } from "../../print/format.ts";
import { repeatsText } from "../../record/config/factors/repeats.ts";
import { boundsNotices } from "../../record/domain/names.ts";
import { isNotApplicable } from "../../results/metrics/execution/metric.ts";
import { areAllStandIns } from "../../results/notice.ts";
import type { Target } from "../../results/selection/target.ts";
import { targetAddress } from "../../results/selection/target.ts";
import type { Site } from "./read-site.ts";
import type { TrustItem } from "./site-data.ts";

/** What every table shows. */
const SHOWN = ["functional_pass", "pass", "ndcg@10"];
const UNSCORED: Target = { metric: SHOWN.join(","), has: "unscored" };
const BLOCKED: Target = { metric: "judged_primary,judged_calibration,judged_meta", has: "unscored", reason: "blocked" };

/** What only the traces tell. */
export interface TraceTotals {
  tokensIn: number;
  /** Of them, those that providers say came from their prompt cache. */
  tokensCached: number;
}

/** The facts of the bar that stands on every page, most sobering first. */
export function makeTrustItems(site: Site, totals: TraceTotals): TrustItem[] {
  const { manifest, config, results } = site;
  return [
    ...makeWarnings(site),
    { label: "run", value: manifest.run_id },
    { label: "made", value: manifest.created_at.slice(0, 16).replace("T", " ") },
    corpusItem(site),
    ...outcomeItems(site),
    originItem(site),
    ...promptCacheItem(totals),
    unscoredItem(site),
    blockedItem(results.judge.verdicts),
    repeatsItem(config),
  ];
}

function repeatsItem(config: Site["config"]): TrustItem {
  const value = repeatsText(config);
  return { label: value === "1" ? "repeat" : "repeats", value };
}

function makeWarnings({ manifest, config, results }: Site): TrustItem[] {
  const { stand_in_models, stand_in_judges } = results.summary;
  const warning = (value: string, detail: string): TrustItem => ({ label: "", value, detail, warning: true });
  return [
    ...(manifest.synthetic_corpus ? [warning("synthetic corpus", "the texts were generated from a seed")] : []),
    ...(stand_in_models.length > 0
      ? [warning("stand-in models", `${stand_in_models.join(", ")}: rule-based policies, not language models`)]
      : []),
    ...(stand_in_judges.length > 0
      ? [warning("stand-in judge", `${stand_in_judges.join(", ")}: rules, not language models`)]
      : []),
    ...(stand_in_models.length > 0
      ? [
          warning(
            `${areAllStandIns(results.summary) ? "says" : "stand-ins say"} nothing about any language model`,
            "numbers of stand-ins are about retrieval, workflows and the instrument",
          ),
        ]
      : []),
    ...boundsNotices(config.workflows).map((detail) => warning("an upper bound among the workflows", detail)),
    ...(manifest.recording ? recordingItems(manifest.recording) : []),
    ...(manifest.stopped_at ? [warning("stopped at a ceiling", describeStop(manifest.stopped_at))] : []),
    ...(manifest.race
      ? [
          warning(
            "raced: means are over different scenarios",
            `configurations that went out were asked fewer scenarios (scopebench runs race); by ${manifest.race.metric}`,
          ),
        ]
      : []),
    ...truthWarning(results.truth_check),
    ...(manifest.git?.dirty ? [warning("uncommitted code", "the checkout had changes when the run was made")] : []),
  ];
}

/** Scenarios that the ground truth itself does not pass measure something else than the agent. */
function truthWarning({ of, failed }: Site["results"]["truth_check"]): TrustItem[] {
  if (failed.length === 0) return [];
  const reasons = failed.map(({ scenario_id, functional, judge }) => `${scenario_id}: ${functional[0] ?? judge}`);
  const value = `the truth fails ${failed.length} of ${countOf(of, "scenario")}`;
  return [{ label: "", value, detail: reasons.join("; "), warning: true }];
}

function recordingItems({ mode, cassette: file, hash }: NonNullable<Site["manifest"]["recording"]>): TrustItem[] {
  const recording = `the recording ${file.slice(file.lastIndexOf("/") + 1)}, checksum ${hash ?? "unknown"}`;
  const said = (value: string, detail: string): TrustItem[] => [{ label: "", value, detail, warning: true }];
  if (mode === "replay")
    return said("replayed", `no model was asked: every answer of a model or judge comes from ${recording}`);
  if (mode === "record") return [];
  const detail = `as long as an execution asked what was recorded its answers, tokens and prices are those of ${recording}; how long they took is nobody's`;
  return said("partly from a recording", detail);
}

function corpusItem({ manifest }: Site): TrustItem {
  const { substrate } = manifest;
  if (!substrate) return { label: "corpus", value: "not recorded" };
  const tests = substrate.counts ? ` ${countOf(substrate.counts.test_cases, "test")}` : "";
  const { corpus_hash: corpusHash } = substrate;
  const short = corpusHash.length > 12 ? `${corpusHash.slice(0, 4)}…${corpusHash.slice(-2)}` : corpusHash;
  return { label: "corpus", value: `${substrate.mapping.name}${tests} · ${short}`, detail: `hash ${corpusHash}` };
}

/** Where answers come from; executions that failed gave none. External agents ask their models themselves, which no recording answers. */
function originItem({ manifest, results }: Site): TrustItem {
  const answered = results.scores.filter(({ outcome }) => outcome === "success");
  const isReplay = manifest.recording?.mode === "replay";
  const replayed = isReplay ? answered.filter(({ workflow }) => workflow !== OWN).length : 0;
  const counts = { live: answered.length - replayed, replayed, "from cache": 0 };
  const calls = manifest.recording?.calls;
  const recording = calls == null ? "" : ` The recording holds ${countOf(calls, "call")}.`;
  const starts = manifest.stages.execute?.attempts ?? 1;
  const resumed = starts > 1 ? ` The executing stage was started ${starts} times; finished executions were kept.` : "";
  return {
    label: "answers",
    value: Object.entries(counts)
      .map(([name, n]) => `${count(n)} ${name}`)
      .join(" · "),
    detail: `live: its models were asked; replayed: a recording answered. Answers of models are never cached.${recording}${resumed}`,
  };
}

/** Providers' own caches change price and time, not answers; those that say nothing of it are counted as no hit. */
function promptCacheItem({ tokensIn, tokensCached }: TraceTotals): TrustItem[] {
  if (tokensCached === 0) return [];
  const share = percent(tokensCached / tokensIn, 0);
  const detail = `${count(tokensCached)} of ${count(tokensIn)} input tokens came from the providers' prompt caches`;
  return [
    { label: "prompt cache", value: share, detail, href: targetAddress({ metric: "tokens_cached", has: "positive" }) },
  ];
}

function outcomeItems({ results }: Site): TrustItem[] {
  const { cells, configurations } = results.summary;
  const sum = (of: (outcomes: (typeof configurations)[number]["outcomes"]) => number) =>
    configurations.reduce((total, { outcomes }) => total + of(outcomes), 0);
  const missing = sum((outcomes) => outcomes.missing);
  const failed = sum((outcomes) => outcomes.agent_error + outcomes.cascaded_failure);
  return [
    {
      label: "executed",
      value: `${count(cells - missing)} of ${count(cells)}`,
      warning: missing > 0,
      href: targetAddress({ outcome: OUTCOMES.join(",") }),
    },
    {
      label: "timed out",
      value: count(sum((outcomes) => outcomes.timeout)),
      href: targetAddress({ outcome: "timeout" }),
    },
    {
      label: "failed",
      value: count(failed),
      detail: "agent errors, and turns that failed after an earlier one",
      href: targetAddress({ outcome: "agent_error,cascaded_failure" }),
    },
  ];
}

/** Executions without the numbers that every table shows. */
function unscoredItem({ results, unscored }: Site): TrustItem {
  const without = results.scores.filter(({ scores }) =>
    SHOWN.some((metric) => scores[metric]?.value === null && !isNotApplicable(scores[metric].reason)),
  );
  const reasons = unscored.filter(({ metric }) => SHOWN.includes(metric));
  const detail = reasons.map(({ metric, reason, count: n }) => `${metric}: ${reason.replaceAll("_", " ")} ${n}`);
  return {
    label: "unscored",
    value: count(without.length),
    detail: detail.join("; ") || "nothing",
    href: targetAddress(UNSCORED),
  };
}

function blockedItem(verdicts: Site["results"]["judge"]["verdicts"]): TrustItem {
  const blocked = verdicts.reduce((total, stage) => total + stage.blocked, 0);
  const detail = verdicts.map(({ stage, blocked: n }) => `${stage} ${n}`).join(", ");
  return { label: "verdicts blocked", value: count(blocked), detail, href: targetAddress(BLOCKED) };
}
