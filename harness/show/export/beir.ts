import { UserError } from "../../../base/user-error.ts";
import { openSubstrate } from "../../../db/substrate.ts";
import { encodeBeirId } from "../../../measure/trec/ids.ts";
import { toSubstrateOptions } from "../../record/config/to-substrate.ts";
import type { ExportedRun, ExportFormat } from "./format.ts";

export const beirFormat: ExportFormat = {
  name: "beir",
  about:
    "corpus.jsonl (test cases, from the snapshot), queries.jsonl, qrels/test.tsv; first turns of answerable scenarios; ids as in the TREC files",
  async *files(run) {
    const asked = run.scenarios.filter(({ answerable }) => answerable);
    yield {
      path: "queries.jsonl",
      content: lines(asked.map(({ id, turns }) => ({ _id: encodeBeirId(id), text: turns[0] ?? "" }))),
    };
    yield { path: "qrels/test.tsv", content: qrels(asked) };
    yield { path: "corpus.jsonl", content: lines(await readDocuments(run)) };
  },
};

/** The same ids as in the other two files: readers take these columns as CSV, as fields between white space, or as cells of a sheet. */
function qrels(asked: ExportedRun["scenarios"]): string {
  const judgements = asked.flatMap(({ id, expected_ids }) =>
    expected_ids.map((document) => `${encodeBeirId(id)}\t${encodeBeirId(document)}\t1\n`),
  );
  return `query-id\tcorpus-id\tscore\n${judgements.join("")}`;
}

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** A run holds no corpus: its texts come from the snapshot that it was made on. */
async function readDocuments({ manifest, config, effects }: ExportedRun) {
  const hash = manifest.substrate?.snapshot_hash;
  if (hash === undefined) throw new UserError("run-directory", "the run has not got to its corpus");
  const options = await toSubstrateOptions(config.substrate, effects);
  const substrate = await openSubstrate(hash, options, { environment: effects.environment });
  try {
    const { rows } = await substrate.sql.query<{ _id: string; title: string; text: string }>(
      `SELECT entity_id AS _id, min(title) AS title, string_agg(body, E'\\n' ORDER BY chunk_id) AS text
       FROM rag.chunk WHERE entity_type = 'test_case' GROUP BY entity_id ORDER BY entity_id COLLATE "C"`,
    );
    return rows.map((row) => ({ ...row, _id: encodeBeirId(row._id) }));
  } finally {
    await substrate.close();
  }
}
