import type { Services } from "../../harness/dag/services.ts";
import type { Io } from "../../harness/print/io.ts";
import { toAgentLimits } from "../../harness/record/config/limits-schema.ts";
import { configurationsOf } from "../../harness/record/config/matrix.ts";
import { type Config, configSchema } from "../../harness/record/config/schema.ts";
import { withServices } from "../../harness/run/interactive/with-services.ts";
import { runnerOf, systemOf } from "../../harness/run/stages/system-of.ts";
import type { GradedQuestion } from "./question.ts";

export interface Answered {
  id: string;
  model: string;
  /** As `scopebench ask` prints it; empty where the agent gave none. */
  answer: string;
}

interface Asked {
  /** `telecom`, or a corpus folder. */
  corpus: string;
  models: readonly string[];
  /** Where the agent's threads lie. */
  folder: string;
  io: Io;
}

/** Each question on a thread of its own, as `ask` asks it: workflow `react`, the corpus opened once for all. */
export async function askAll(
  questions: readonly GradedQuestion[],
  { corpus, models, folder, io }: Asked,
): Promise<Answered[]> {
  const config: Config = configSchema.parse({
    ...{ corpus, models: models.map((name) => ({ name, provider: "policy", model: name })) },
    ...{ workflows: ["react"], knowledge: ["prompt"] },
  });
  return withServices({ config, io }, (services) => answersOf(questions, { services, config, folder, io }));
}

/** The same where services are open. */
export async function answersOf(
  questions: readonly { id: string; question: string }[],
  { services, config, folder, io }: { services: Services; config: Config; folder: string; io: Io },
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const configuration of configurationsOf(config)) {
    const from = { services, runDirectory: folder, journal: undefined };
    const runTask = await runnerOf(configuration, { ...from, config });
    const system = await systemOf(configuration, from);
    for (const { id, question } of questions) {
      const ids = { threadId: `${id}-${configuration.model}`, assistantId: "questions" };
      const { limits, seed } = config;
      const options = { limits: toAgentLimits(limits), seed, isNewThread: true, signal: io.signal };
      await runTask({ ...ids, turns: [question], ...options });
      const trace = await system.readTrace(ids);
      answered.push({ id, model: configuration.model, answer: trace.guarded?.at(-1) ?? trace.answers.at(-1) ?? "" });
    }
  }
  return answered;
}
