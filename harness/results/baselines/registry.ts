import type { BaselineName } from "../../record/domain/baseline-names.ts";
import type { Baseline } from "./baseline.ts";
import { graphOracleBaseline } from "./graph-oracle.ts";
import { hybridBaseline } from "./hybrid.ts";
import { keywordBaseline } from "./keyword.ts";
import { oracleBaseline } from "./oracle.ts";
import { randomBaseline } from "./random.ts";
import { rerankedBaseline } from "./reranked.ts";
import { sourceSearchBaseline } from "./source-search.ts";
import { vectorBaseline } from "./vector.ts";

/** Every baseline by its name. */
export const BASELINES: Readonly<Record<BaselineName, Baseline>> = {
  keyword: keywordBaseline,
  vector: vectorBaseline,
  hybrid: hybridBaseline,
  reranked: rerankedBaseline,
  source_search: sourceSearchBaseline,
  random: randomBaseline,
  graph_oracle: graphOracleBaseline,
  oracle: oracleBaseline,
};
