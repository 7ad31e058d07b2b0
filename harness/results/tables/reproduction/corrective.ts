import { retrievalOf, spaceOf } from "../../../../agent/contract/contract.ts";
import { LIKENESS_COLUMNS } from "../../analyses/levels.ts";
import { makeCaption } from "../../table-format/caption.ts";
import { PUBLISHED_THRESHOLDS } from "../../table-format/published/retrieval-strategies.ts";
import { columnsShown } from "../../table-format/table.ts";
import type { TableOfResults } from "../make-table.ts";
import { conditionsOf } from "./conditions.ts";

/** As the published experiment names them. */
const PUBLISHED = [
  ...["static_dense", "static_sparse", "corrective_dense", "corrective_sparse", "corrective_no_rewrite"],
  ...["corrective_no_rerank", "corrective_no_grade", "corrective_no_grade_rewrite"],
];

/** The corrective graph in its eight configurations beside the thresholds, all that is known of the published experiment. Null without any. */
export const correctiveReproduction: TableOfResults = {
  make: (input) => {
    const rows = input.results.levels.filter(({ workflow }) => PUBLISHED.includes(workflow));
    if (rows.length === 0) return null;
    return {
      title: "Corrective retrieval in eight configurations, and what was published of it",
      caption: makeCaption(
        input,
        "Threshold: mean cosine and context precision of the first ten records that pass the grade, here and as published, both the 75th percentile of the cosine of a question with its references; it belongs to the embedding and the corpus. Published: another corpus, a neural embedding (dense) and TF-IDF (sparse).",
        "The published experiment has the same eight configurations and the same measures; of these no other figure is known to us, so that nothing but the thresholds stands beside ours.",
        "Right, astray, none: answerable scenarios whose first ten name a relevant test case, only others, nothing.",
        conditionsOf(input),
      ),
      columns: [
        ...columnsShown("text", { level: "Configuration", model: "Model" }),
        ...columnsShown("decimal", { threshold: "Threshold", published_threshold: "Published" }),
        { key: "ndcg@10", label: "NDCG@10", format: "decimal", interval: true },
        { key: "recall@10", label: "R@10", format: "decimal" },
        ...columnsShown("percent", { fallback: "Fallback %", substantive: "Substantive %" }),
        ...LIKENESS_COLUMNS,
        ...columnsShown("count", { right: "Right", astray: "Astray", none: "None" }),
      ],
      rows: rows.map(({ workflow, model, metrics, errors }) => {
        const retrieval = retrievalOf(workflow)!;
        const space = retrieval.grade ? spaceOf(retrieval) : null;
        return {
          ...{ level: workflow, model },
          threshold: space && (input.gradeThresholds?.[space] ?? null),
          published_threshold: space && PUBLISHED_THRESHOLDS[space],
          ...metrics,
          ...{ right: errors.correct, astray: errors.misretrieval, none: errors.fallback },
        };
      }),
    };
  },
};
