import { type AgentRun, type AgentTask, OWN, type SystemUnderTest } from "../../agent/contract.ts";
import type { Config } from "../config/schema.ts";
import { toModelConfig } from "../config/to-agent.ts";
import type { StageContext } from "../dag/stage.ts";
import type { Configuration } from "../domain/names.ts";
import type { Services } from "./services.ts";

interface Opened {
  services: Pick<Services, "system" | "subjects">;
  context: Pick<StageContext, "runDirectory">;
}

/** Who can tell what an execution of a configuration was: our own agent, or the outside one that bears its name. */
export async function systemOf(
  { model, workflow }: Configuration,
  opened: Opened,
): Promise<Pick<SystemUnderTest, "readTrace">> {
  return workflow === OWN ? outsideSystem(model, opened) : opened.services.system(opened.context);
}

/** Runs a task as a configuration says. */
export async function runnerOf(
  { model, workflow, knowledge }: Configuration,
  { models, ...opened }: Opened & Pick<Config, "models">,
): Promise<(task: AgentTask) => Promise<AgentRun>> {
  if (workflow === OWN || knowledge === OWN) {
    const system = await outsideSystem(model, opened);
    return (task) => system.run(task);
  }
  const system = await opened.services.system(opened.context);
  const entry = models.find(({ name }) => name === model);
  if (!entry) throw new Error(`no model is named ${model}`);
  return (task) => system.run({ ...task, model: toModelConfig(entry), workflow, knowledge });
}

async function outsideSystem(name: string, { services, context }: Opened): Promise<SystemUnderTest> {
  const system = (await services.subjects(context)).get(name);
  if (!system) throw new Error(`no subject is named ${name}`);
  return system;
}
