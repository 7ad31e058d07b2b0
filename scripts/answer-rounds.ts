/**
 * Holds what the stand-ins say against the records: asks questions drawn from a corpus (ids, values, gaps, denials, words that no record has),
 * reads each sentence of an answer that claims something, and derives it anew by queries of its own. Prints every answer with a false claim; exits
 * with 1 where there is one.
 *
 *     node --import tsx scripts/answer-rounds.ts [--seed 1] [--count 500] [--models explorer,planner,sprinter] [--corpus <folder>] [--scale .1]
 */
import { countOf } from "../base/counts.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { processIo } from "../harness/print/io.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import { withServices } from "../harness/run/interactive/with-services.ts";
import { checkAnswer } from "./answer-rounds/claims.ts";
import { drawQuestions } from "./answer-rounds/draw.ts";
import { readFacts } from "./answer-rounds/facts.ts";
import { argumentsOf } from "./arguments.ts";
import { answersOf } from "./questions/ask.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  ...{ seed: { type: "string", default: "1" }, count: { type: "string", default: "500" } },
  models: { type: "string", default: "explorer,planner,sprinter" },
  ...{ corpus: { type: "string" }, scale: { type: "string", default: "0.1" } },
});
const telecom = { type: "telecom", seed: 7, scale: Number(flags.scale) };
const config = configSchema.parse({
  corpus: flags.corpus ?? telecom,
  models: flags.models.split(",").map((name) => ({ name, provider: "policy", model: name })),
  ...{ workflows: ["react"], knowledge: ["prompt"] },
});
const io = { ...processIo(), error: () => undefined };

const found = await withScratchFolder("answers", (folder) =>
  withServices({ config, io }, async (services) => {
    const { sql } = await services.substrate();
    const facts = await readFacts(sql);
    const questions = drawQuestions(facts, { seed: Number(flags.seed), count: Number(flags.count) });
    const answers = await answersOf(questions, { services, config, folder, io });
    const checked = answers.flatMap(({ id, model, answer }) => {
      const question = questions.find((one) => one.id === id);
      return question ? [{ model, question: question.question, answer, ...checkAnswer(answer, question, facts) }] : [];
    });
    const read = checked.reduce((sum, one) => sum + one.read, 0);
    const said = checked.filter(({ failed }) => failed.length > 0);
    console.log(
      `${countOf(answers.length, "answer")}, ${countOf(read, "claim")} read, ${said.length} with a false one`,
    );
    return said;
  }),
);
for (const { model, question, failed, answer } of found)
  console.log(
    `\n${model}: ${question}\n  ${failed.join("\n  ")}\n  said: ${answer.slice(0, 300).replaceAll("\n", " | ")}`,
  );
process.exit(found.length > 0 ? 1 : 0);
