import {
  type AgentRun,
  type AgentTask,
  OWN,
  retrievalOf,
  type ScopeTask,
  type SystemUnderTest,
  spaceOf,
  UPPER_BOUNDS,
  type Workflow,
} from "../../../agent/contract/contract.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { Services } from "../../dag/services.ts";
import type { ServedContext } from "../../dag/stage.ts";
import { withoutFactors } from "../../record/config/matrix.ts";
import { toPolicies } from "../../record/config/policies.ts";
import type { Config } from "../../record/config/schema.ts";
import { toAgentSettings } from "../../record/config/skills.ts";
import { toModelConfig, toRetrievalSettings } from "../../record/config/to-agent.ts";
import type { Configuration } from "../../record/domain/names.ts";
import { startsOf } from "../../record/domain/true-starts.ts";
import { gradeThresholds } from "./execute/grade-thresholds.ts";
import { toSourceSettings } from "./live-sources.ts";

type Opened = Pick<ServedContext, "services" | "runDirectory"> & { journal?: string | null | undefined };

/** Who can tell what an execution of a configuration was: our own agent, or the outside one that bears its name. */
export async function systemOf(
  { model, workflow }: Configuration,
  opened: Opened,
): Promise<Pick<SystemUnderTest, "readTrace" | "forget">> {
  return workflow === OWN ? externalSystem(model, opened) : opened.services.system(opened);
}

/** Runs a task as a configuration says. */
export async function runnerOf(
  { model, workflow, knowledge }: Configuration,
  opened: Opened & Pick<ServedContext, "config">,
): Promise<(task: AgentTask, scenario?: Scenario) => Promise<AgentRun>> {
  if (workflow === OWN || knowledge === OWN) {
    const system = await externalSystem(model, opened);
    return (task) => system.run(task);
  }
  const system = await opened.services.system(opened);
  const entry = opened.config.models.find(({ name }) => name === model);
  if (!entry) throw new Error(`no model is named ${model}`);
  const graded = await gradedFrom(workflow, opened);
  const { policies, retrieval, agent, live_sources } = opened.config;
  const own = {
    policies: toPolicies(policies),
    retrieval: toRetrievalSettings(retrieval),
    settings: toAgentSettings(agent),
    ...(live_sources && { sourceSettings: toSourceSettings(live_sources) }),
  };
  return async (task, scenario) => {
    const told = await toldOf(workflow, scenario, opened);
    const caller = scenario?.live && { caller: scenario.live.caller };
    return system.run({
      ...task,
      ...told,
      ...caller,
      ...graded,
      ...own,
      model: toModelConfig(entry),
      workflow,
      knowledge,
    });
  };
}

/** What an upper bound is told of the truth, and nothing else ever is. */
async function toldOf(
  workflow: Workflow,
  scenario: Scenario | undefined,
  { services }: Opened,
): Promise<Pick<ScopeTask, "starts">> {
  if (!UPPER_BOUNDS.includes(workflow) || !scenario) return {};
  return { starts: await startsOf(scenario, await services.substrate()) };
}

/** From which cosine on a level's retrieval is good: the run's number or, outside of a run, the corpus'. */
export async function gradedFrom(
  workflow: Workflow,
  { config, services }: { config: Config; services: Pick<Services, "substrate"> },
): Promise<Pick<ScopeTask, "gradeThreshold">> {
  const retrieval = retrievalOf(workflow, toRetrievalSettings(config.retrieval));
  const own = withoutFactors({ ...config, workflows: [workflow] });
  const thresholds = retrieval && (await gradeThresholds(own, services));
  return thresholds ? { gradeThreshold: thresholds[spaceOf(retrieval)] } : {};
}

async function externalSystem(name: string, { services, ...state }: Opened): Promise<SystemUnderTest> {
  const system = (await services.externalAgents(state)).get(name);
  if (!system) throw new Error(`no external agent is named ${name}`);
  return system;
}
