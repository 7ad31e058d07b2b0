import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/strategies.ts";
const MODEL = "explorer";
/** Four strategies and both agents, without a re-ranker and with the cross-encoder; what a kept run has besides is shown. */
const WORKFLOWS = ["keyword_rag", "vector_rag", "hybrid_rag", "graph_rag", "react", "plan_execute"]
  .flatMap((name) => [name, `${name}_cross_encoder`])
  .join(",");

/** Corpora that no clone has, and a cross-encoder, which `scripts/cross-encoder.ts` fetches; runs are kept, and a second call goes on. */
export const strategies: FigureSource = {
  name: "strategies",
  command: `CROSS_ENCODER=<folder> STRATEGIES_RUNS=<folder> STRATEGIES_CORPORA="<folder> ... telecom" node --import tsx ${SCRIPT} --models ${MODEL} --workflows ${WORKFLOWS} --runs $STRATEGIES_RUNS --cross-encoder $CROSS_ENCODER $STRATEGIES_CORPORA`,
  about:
    "Retrieval strategies without a re-ranker, with the model as one and with ms-marco-MiniLM-L-12-v2, by one stand-in: all of them over libest, four of them and both agents over the other corpora (a run of their own, with its own Holm): NDCG@10, functional pass, and what the cross-encoder changes",
  measure: async () => {
    const { CROSS_ENCODER: model, STRATEGIES_RUNS: runs, STRATEGIES_CORPORA: corpora } = process.env;
    if (!model || !runs || !corpora)
      throw new UserError("usage", "expected CROSS_ENCODER, STRATEGIES_RUNS and STRATEGIES_CORPORA in the environment");
    const given = [
      "--models",
      MODEL,
      "--workflows",
      WORKFLOWS,
      "--runs",
      runs,
      "--cross-encoder",
      model,
      ...corpora.split(" "),
    ];
    return { tables: printedTables(runScript(SCRIPT, ...given), ["found", "passes", "effects"]), values: {} };
  },
};
