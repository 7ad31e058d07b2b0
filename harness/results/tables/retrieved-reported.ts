import { grouped } from "../../../base/grouped.ts";
import { configurationName, configurationOf } from "../../record/domain/names.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { totalScore } from "../metrics/scored-execution.ts";
import { sumBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

const ID_OUTCOMES = {
  found: "retrieved_reported",
  lost_in_communication: "retrieved_unreported",
  lost_in_retrieval: "unretrieved_unreported",
  unseen: "unretrieved_reported",
} as const;

/** Where expected ids are lost: in the search, or between search and answer. */
export const retrievedReportedTable: TableOfResults = {
  behind: {
    expected: sumBehind("expected_ids"),
    found: sumBehind("retrieved_reported"),
    lost_in_communication: sumBehind("retrieved_unreported"),
    lost_in_retrieval: sumBehind("unretrieved_unreported"),
    unseen: sumBehind("unretrieved_reported"),
    found_share: { metric: "retrieved_reported,expected_ids", of: "ratio" },
    invented: sumBehind("hallucinated_ids"),
  },
  make: (input) => {
    const byConfiguration = grouped(input.executions, ({ record }) => configurationName(record));
    return {
      title: "Expected ids retrieved and reported, per configuration",
      caption: makeCaption(
        input,
        "Expected ids of answerable scenarios with a trace, added up: found (in a tool result and in the answer), lost in communication (in a result only), lost in retrieval (in neither), unseen (in the answer only). Invented: ids in the answer that appear in no tool result. Relations: mean share of stated relations that one record of a result supports.",
      ),
      columns: [
        ...CONFIGURATION_COLUMNS,
        ...columnsShown("count", {
          expected: "Expected",
          found: "Found",
          lost_in_communication: "Lost in communication",
          lost_in_retrieval: "Lost in retrieval",
          unseen: "Unseen",
        }),
        { key: "found_share", label: "Found %", format: "percent" },
        { key: "invented", label: "Invented", format: "count" },
        { key: "relation_grounding", label: "Relations", format: "decimal", interval: true },
      ],
      rows: input.results.summary.configurations.map((configuration) => {
        const name = configurationName(configuration);
        const part = byConfiguration.get(name) ?? [];
        const counts = Object.fromEntries(
          Object.entries(ID_OUTCOMES).map(([key, metric]) => [key, totalScore(part, metric)]),
        );
        const found = counts.found ?? null;
        const expected =
          found === null ? null : Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
        return {
          ...configurationOf(configuration),
          expected,
          ...counts,
          found_share: found === null || !expected ? null : found / expected,
          invented: totalScore(part, "hallucinated_ids"),
          relation_grounding: estimateMean(part, "relation_grounding", `table/${name}`),
        };
      }),
    };
  },
};
