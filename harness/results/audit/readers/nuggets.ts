import { z } from "zod";
import { nuggetScores } from "../../../../measure/metrics/nuggets.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile } from "../audited.ts";
import { type AuditReader, type ResultsFile, recordsOf } from "../results-file.ts";

const ASSIGNMENTS = ["support", "partial_support", "not_support"] as const;
const answerSchema = z.looseObject({
  qid: z.union([z.string(), z.number()]),
  query: z.string().default(""),
  run_id: z.string().nullish(),
  answer_text: z.string().nullish(),
  nuggets: z.array(
    z.looseObject({
      text: z.string(),
      importance: z.enum(["vital", "okay"]),
      /** Another word is an assessor that was not understood: nuggetizer writes `failed`. */
      assignment: z.string(),
    }),
  ),
});

export const nuggetsReader: AuditReader = {
  tool: "TREC RAG nuggets",
  file: "answers with assigned nuggets as JSON Lines (`nuggetizer assign`)",
  versions: "the file states none; as written by nuggetizer 0.0.5",
  knows: (file) => recordsOf(file)?.every((record) => "qid" in record && "nuggets" in record) ?? false,
  read: readNuggets,
};

/** Answers with the track's four scores; all answers of a query have the same nuggets. */
function readNuggets(file: ResultsFile): AuditedFile {
  const { name } = file;
  const answers = fitForeign(name, recordsOf(file), {
    schema: z.array(answerSchema),
    what: "answers with assigned nuggets",
    hint: "nuggetizer assign writes them",
  });
  return {
    ...{ name, tool: "TREC RAG nuggets", version: null, expected: null },
    rows: answers.map(({ qid, query, run_id, answer_text, nuggets }) => {
      const assigned = nuggets.map(({ importance, assignment }) => ({
        importance,
        assignment: ASSIGNMENTS.find((known) => known === assignment) ?? null,
      }));
      return {
        ...{ name: `${qid}${run_id ? ` of ${run_id}` : ""}`, system: run_id ?? name, item: String(qid) },
        ...{ question: query || String(qid), target: nuggets.map(({ text }) => text).join("\n"), error: null },
        answer: answer_text ?? null,
        scores: Object.fromEntries(
          Object.entries(nuggetScores(assigned)).map(([metric, value]) => [metric, { value }]),
        ),
      };
    }),
  };
}
