import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { EXECUTION_METRIC_NAMES } from "../metrics/execution/registry.ts";
import { readScores } from "../run-directory/scores.ts";
import type { ExportedFile, ExportFormat } from "./format.ts";

export const parquetFormat: ExportFormat = {
  name: "parquet",
  about: "executions (a column a metric, null where unscored) and scores (a row a score, with the reason of a null)",
  async *files({ runDirectory }) {
    const records = await readScores(runDirectory);
    const text = (name: string, data: (string | null)[]): ColumnSource => ({ name, data, type: "STRING" });
    yield file("executions.parquet", [
      ...(["scenario_id", "model", "workflow", "knowledge"] as const).map((name) =>
        text(
          name,
          records.map((record) => record[name]),
        ),
      ),
      { name: "repeat", data: records.map(({ repeat }) => repeat), type: "INT32" },
      ...(["family", "complexity", "outcome"] as const).map((name) =>
        text(
          name,
          records.map((record) => record[name]),
        ),
      ),
      { name: "answerable", data: records.map(({ answerable }) => answerable), type: "BOOLEAN" },
      ...EXECUTION_METRIC_NAMES.map((name) =>
        numbers(
          name,
          records.map(({ scores }) => scores[name]?.value ?? null),
        ),
      ),
    ]);
    const scores = records.flatMap(({ scores: all, ...record }) =>
      Object.entries(all).map(([metric, { value, reason = null }]) => ({ ...record, metric, value, reason })),
    );
    yield file("scores.parquet", [
      ...(["scenario_id", "model", "workflow", "knowledge", "metric", "reason"] as const).map((name) =>
        text(
          name,
          scores.map((score) => score[name]),
        ),
      ),
      { name: "repeat", data: scores.map(({ repeat }) => repeat), type: "INT32" },
      numbers(
        "value",
        scores.map(({ value }) => value),
      ),
    ]);
  },
};

function numbers(name: string, data: (number | null)[]): ColumnSource {
  return { name, data, type: "DOUBLE", nullable: true };
}

function file(path: string, columnData: ColumnSource[]): ExportedFile {
  return { path, content: new Uint8Array(parquetWriteBuffer({ columnData })) };
}
