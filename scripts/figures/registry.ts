import type { FigureSource } from "./source.ts";
import { adversaries } from "./sources/adversaries.ts";
import { adversariesBefore } from "./sources/adversaries-before.ts";
import { affected } from "./sources/affected.ts";
import { agentFaults } from "./sources/agent-faults.ts";
import { benchmarks } from "./sources/benchmarks.ts";
import { conformity } from "./sources/conform.ts";
import { decideBaselines } from "./sources/decide-baselines.ts";
import { decideBudget } from "./sources/decide-budget.ts";
import { decideLooks, decideLooksMany } from "./sources/decide-looks.ts";
import { decideRace } from "./sources/decide-race.ts";
import { decideRate } from "./sources/decide-rate.ts";
import { defaultRun } from "./sources/default-run/index.ts";
import { descriptions } from "./sources/descriptions.ts";
import { deviceConfigurations } from "./sources/device-configurations.ts";
import { factorEffects } from "./sources/factor-effects.ts";
import { faultKinds } from "./sources/fault-kinds.ts";
import { faultPatterns } from "./sources/fault-patterns.ts";
import { faultReadings } from "./sources/fault-readings.ts";
import { faultSearch } from "./sources/fault-search.ts";
import { followUps } from "./sources/follow-ups.ts";
import { gateErrors } from "./sources/gate-errors.ts";
import { gateExample } from "./sources/gate-example.ts";
import { gateLooks } from "./sources/gate-looks.ts";
import { installs } from "./sources/installs.ts";
import { liveSources } from "./sources/live-sources.ts";
import { meanTests } from "./sources/mean-tests.ts";
import { modelTry } from "./sources/model-try.ts";
import { overhead } from "./sources/overhead.ts";
import { plantedTruths } from "./sources/planted-truths.ts";
import { promptCache } from "./sources/prompt-cache.ts";
import { published } from "./sources/published.ts";
import { readerMutations } from "./sources/reader-mutations.ts";
import { referenceStudy } from "./sources/reference-study.ts";
import { scenarios } from "./sources/scenarios.ts";
import { sourceOracle } from "./sources/source-oracle.ts";
import { sourceQueries } from "./sources/source-queries.ts";
import { statementMemory } from "./sources/statement-memory.ts";
import { statistics } from "./sources/statistics.ts";
import { strategies } from "./sources/strategies.ts";
import { terminal } from "./sources/terminal.ts";
import { toolTokens } from "./sources/tool-tokens.ts";
import { worldExposure } from "./sources/world-exposure.ts";
import { worldExposureServers } from "./sources/world-exposure-servers.ts";

/** What documents may quote. One source a file in `sources/`. */
export const SOURCES: readonly FigureSource[] = [
  adversaries,
  affected,
  adversariesBefore,
  conformity,
  defaultRun,
  faultKinds,
  descriptions,
  faultPatterns,
  benchmarks,
  faultReadings,
  faultSearch,
  deviceConfigurations,
  followUps,
  gateErrors,
  gateExample,
  gateLooks,
  decideBaselines,
  decideBudget,
  decideLooks,
  decideLooksMany,
  decideRace,
  decideRate,
  installs,
  meanTests,
  factorEffects,
  plantedTruths,
  published,
  readerMutations,
  referenceStudy,
  scenarios,
  sourceOracle,
  sourceQueries,
  liveSources,
  agentFaults,
  overhead,
  statementMemory,
  statistics,
  terminal,
  worldExposure,
  worldExposureServers,
  modelTry,
  promptCache,
  strategies,
  toolTokens,
];
