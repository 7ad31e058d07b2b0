/**
 * Writes conform/cases/ranking.jsonl: 200 cases from a seed and by hand, answered by pytrec_eval-terrier where it can be asked and by
 * the rule where not: `node --import tsx scripts/conform-cases.ts --python PATH`, a Python that has pytrec_eval-terrier installed.
 */
import { join } from "node:path";
import { writeFile } from "../base/write-file.ts";
import { askCommand } from "../conform/ask-command.ts";
import type { ConformCase, RankingQuestion } from "../conform/case.ts";
import { argumentsOf } from "./arguments.ts";
import { type CaseDraft, drafts } from "./conform/drafts.ts";

const METRICS = ["map", "mrr", "ndcg@5", "ndcg@10", "precision@5", "recall@10", "rprec", "bpref", "success@5"];
const ADAPTER = join(import.meta.dirname, "../conform/adapters/pytrec_eval.py");
const READ = "read: trec_eval 10";

const { values } = argumentsOf(import.meta.filename, { python: { type: "string", default: "python3" } });
const asked = drafts();
const { subject, replies } = await askCommand([values.python, ADAPTER], asked.map(askable), {
  cwd: process.cwd(),
  environment: process.env,
  signal: new AbortController().signal,
});
const program = `${subject.program} ${subject.version}`;
const cases = asked.map((draft): ConformCase => {
  const { rows, refused, ...kept } = draft;
  const common = { ...kept, metrics: METRICS, mayRefuse: draft.about === "not a number" };
  if (refused) return { ...common, answer: null, source: READ };
  const reply = replies.get(draft.id);
  if (reply?.type !== "values") throw new Error(`${draft.id} has no answer: ${JSON.stringify(reply)}`);
  const source = rows === undefined ? program : `${program} on ranks in place of scores; ${READ}`;
  return { ...common, answer: reply.values as Record<string, number>, source };
});
await writeFile(
  join(import.meta.dirname, "../conform/cases/ranking.jsonl"),
  cases.map((item) => `${JSON.stringify(item)}\n`).join(""),
);
console.log(`${cases.length} cases, answered by ${program}`);

function askable({ id, qrels, run, rows }: CaseDraft): RankingQuestion {
  return { id, qrels, run: rows ?? run, metrics: METRICS };
}
