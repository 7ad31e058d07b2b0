import type { LiveSources, ToolFamily } from "../../../agent/contract/contract.ts";
import { factsOf } from "../../../agent/tools/substrate-facts.ts";
import { isWithin } from "../../../db/issues/issues.ts";
import { FAULT_PATTERN } from "../../../db/issues/patterns.ts";
import type { Row, SearchFilter, SearchHit, Substrate } from "../../../db/ports/ports.ts";
import type { Caller } from "../../../db/sources/caller.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { Config } from "../../record/config/schema.ts";
import type { BaselineName } from "../../record/domain/baseline-names.ts";

/** What a run gives its baselines. */
export interface RunTools {
  substrate: Substrate;
  limits: Config["limits"];
  /** The run's. */
  seed: number;
  /** Ids of the hits, by what the configured cross-encoder says of each with the query, best first; absent without one. */
  rerank?: ((query: string, hits: readonly SearchHit[]) => Promise<readonly string[]>) | undefined;
  /** Absent without any. */
  live?: LiveSources | undefined;
}

/** What a baseline ranks with. */
interface BaselineTools extends Omit<RunTools, "live"> {
  /** The records that are ranked: that a scenario seeks them its user knows. */
  sought: SearchFilter;
  /** Live sources and as whom they are asked; absent where there are none. */
  live?: { sources: LiveSources["sources"]; caller: Caller } | undefined;
}

/** A look into the records, stored like an agent's tool call, so that grounding is measured in the same way. */
export interface BaselineCall {
  tool: string;
  /** `unknown`: no tool that an agent could have. */
  family: ToolFamily | "unknown";
  arguments: Readonly<Record<string, unknown>>;
  rows: readonly Row[];
}

export interface BaselineRanking {
  /** Best first; empty where there is nothing to recommend. */
  tests: readonly { id: string; why: string }[];
  /** What the answer says first. */
  sentence: string;
  calls: readonly BaselineCall[];
}

interface Common {
  name: BaselineName;
  /** As tables and figures call it. */
  label: string;
  definition: string;
}

/** Ranks by the question alone, as a user types it: turns joined by line breaks. */
export interface QuestionBaseline extends Common {
  knows: "question";
  rank(question: string, tools: BaselineTools): Promise<BaselineRanking>;
}

/** Ranks with the ground truth in hand: a bound, not something that anybody could run. Lives here, where no agent can reach it. */
export interface TruthBaseline extends Common {
  knows: "truth";
  rank(scenario: Scenario, tools: BaselineTools): Promise<BaselineRanking>;
}

/** A ranker without a model, measured by the same scores. One file each, and a line in the registry. */
export type Baseline = QuestionBaseline | TruthBaseline;

/** Records that a ranker lists: as deep as the ranking metrics look. */
export const LISTED = 10;

export async function rankWith(baseline: Baseline, scenario: Scenario, given: RunTools): Promise<BaselineRanking> {
  const { live } = given;
  const asked = live && scenario.live && { sources: live.sources, caller: live.callerOf(scenario.live.caller) };
  const tools = { ...given, live: asked, sought: await soughtBy(scenario, given.substrate) };
  return baseline.knows === "truth" ? baseline.rank(scenario, tools) : baseline.rank(scenario.turns.join("\n"), tools);
}

/** Of which records a scenario asks: test cases, patterns of faults, or reports that were filed before the one that has come in. */
async function soughtBy({ faults }: Pick<Scenario, "faults">, substrate: Substrate): Promise<SearchFilter> {
  if (!faults) return { types: ["test_case"] };
  if (faults.documents === "patterns") {
    const known = (await factsOf(substrate).knowledge()).filter(({ kind }) => kind === FAULT_PATTERN);
    return { types: ["knowledge"], ids: known.map(({ entryId }) => entryId) };
  }
  const issues = await factsOf(substrate).issues();
  const ids = [...issues.values()].flatMap((issue) => (isWithin(issue, { before: faults.filed }) ? [issue.id] : []));
  return { types: ["backlog_item"], ids };
}
