import { madeOf, RETRIEVAL_WORKFLOWS } from "../../../../agent/contract/contract.ts";
import { makeCaption } from "../../table-format/caption.ts";
import {
  PUBLISHED_RANKERS,
  PUBLISHED_STRATEGIES,
  type PublishedFigures,
  STRATEGY_SOURCES,
} from "../../table-format/published/retrieval-strategies.ts";
import type { Table, TableCell } from "../../table-format/table.ts";
import { columnsShown } from "../../table-format/table.ts";
import type { TableInput, TableOfResults } from "../make-table.ts";
import { conditionsOf } from "./conditions.ts";

const METRICS = ["ndcg@10", "recall@10", "mrr@10", "functional_pass"] as const;

/** Retrieval strategies, what others published of each beneath it. Null where none was run but agents and corrective graphs. */
export const strategiesReproduction: TableOfResults = {
  make: (input) => {
    if (!input.config.workflows.some(isStrategy)) return null;
    return {
      title: "Retrieval strategies, and what others published of them",
      caption: makeCaption(
        input,
        `Published: ${STRATEGY_SOURCES.map((source, at) => `[${at + 1}] ${source}`).join("; ")}.`,
        "An experiment with keyword, vector, hybrid and graph retrieval (from a correct start) beside an agent was planned by others, who give no figure: strategies without a row beneath.",
        conditionsOf(input),
        "Corpus, scale, questions and models differ, and with them every figure: for orientation, not for comparison. Of [1] it is not said where MRR is cut.",
      ),
      columns: [
        ...columnsShown("text", { strategy: "Strategy", system: "System" }),
        { key: "ndcg@10", label: "NDCG@10", format: "decimal", interval: true },
        ...columnsShown("decimal", { "recall@10": "R@10", "mrr@10": "MRR@10" }),
        { key: "functional_pass", label: "Functional pass %", format: "percent" },
        { key: "published", label: "Published", format: "text" },
      ],
      rows: [...rankerRows(input), ...input.config.workflows.flatMap((workflow) => strategyRows(workflow, input))],
    };
  },
};

/** Under the name of its search: those of the corrective experiment have a table of their own. */
function isStrategy(workflow: string): boolean {
  return (RETRIEVAL_WORKFLOWS as readonly string[]).includes(workflow) && workflow.startsWith(madeOf(workflow).of);
}

function rankerRows({ results: { baselines } }: TableInput): Table["rows"] {
  return baselines.flatMap(({ name, metrics }) => {
    const published = PUBLISHED_RANKERS[name];
    if (!published) return [];
    const strategy = `ranker ${name}`;
    const own = { ...cells(metrics), functional_pass: null }; // It answers nothing.
    return [{ strategy, system: "no model", ...own, published: "" }, ...publishedRows(strategy, published)];
  });
}

/** One row a configuration, then what was published. */
function strategyRows(workflow: string, { results: { summary } }: TableInput): Table["rows"] {
  const own = summary.configurations.filter((row) => row.workflow === workflow);
  const several = new Set(own.map(({ knowledge }) => knowledge)).size > 1;
  const rows = own.map(({ model, knowledge, metrics }) => ({
    strategy: workflow,
    system: several ? `${model}, ${knowledge}` : model,
    ...cells(metrics),
    published: "",
  }));
  return [...rows, ...publishedRows(workflow, PUBLISHED_STRATEGIES[workflow] ?? [])];
}

function publishedRows(strategy: string, published: readonly PublishedFigures[]): Table["rows"] {
  return published.map(({ system, source, figures }) => ({
    ...{ strategy, system },
    ...cells(figures),
    published: `[${source}]`,
  }));
}

function cells(values: Readonly<Record<string, TableCell>>): Record<string, TableCell> {
  return Object.fromEntries(METRICS.map((metric) => [metric, values[metric] ?? null]));
}
