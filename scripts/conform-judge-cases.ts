/**
 * Writes conform/cases/judge.jsonl: 60 cases of a judge's outputs, by hand; what is read of them is answered by Inspect AI, how they
 * agree with people by scikit-learn: `node --import tsx scripts/conform-judge-cases.ts --inspect PATH --sklearn PATH`, each a Python that has the package.
 */
import { join } from "node:path";
import { writeFile } from "../base/write-file.ts";
import { askCommand } from "../conform/ask-command.ts";
import type { ConformCase, JudgeQuestion } from "../conform/case.ts";
import { argumentsOf } from "./arguments.ts";
import { judgeDrafts } from "./conform/judge-drafts.ts";

const { values } = argumentsOf(import.meta.filename, {
  inspect: { type: "string", default: "python3" },
  sklearn: { type: "string", default: "python3" },
});
const drafts = judgeDrafts();
const READING = ["mean", "unscored"];
const AGREEING = ["accuracy", "kappa"];
const [reading, agreeing] = [await ask(values.inspect, "inspect_ai.py"), await ask(values.sklearn, "sklearn.py")];
const cases = drafts.map((draft): ConformCase => {
  const read = valuesOf(reading, draft.id);
  const agreed = draft.metrics.includes("kappa") ? valuesOf(agreeing, draft.id) : {};
  const programs = [reading, ...(draft.metrics.includes("kappa") ? [agreeing] : [])].map(({ subject }) => subject);
  return {
    ...draft,
    mayRefuse: false,
    answer: { ...read, ...agreed },
    source: programs.map(({ program, version }) => `${program} ${version}`).join(", "),
  };
});
await writeFile(
  join(import.meta.dirname, "../conform/cases/judge.jsonl"),
  cases.map((item) => `${JSON.stringify(item)}\n`).join(""),
);
console.log(`${cases.length} cases`);

function ask(python: string, adapter: string) {
  const metrics = [...READING, ...AGREEING];
  const questions = drafts.map(({ id, outputs, people }): JudgeQuestion => ({ id, outputs, people, metrics }));
  return askCommand([python, join(import.meta.dirname, "../conform/adapters", adapter)], questions, {
    cwd: process.cwd(),
    environment: process.env,
    signal: new AbortController().signal,
  });
}

function valuesOf({ replies }: Awaited<ReturnType<typeof ask>>, id: string) {
  const reply = replies.get(id);
  if (reply?.type !== "values") throw new Error(`${id} has no answer: ${JSON.stringify(reply)}`);
  return reply.values;
}
