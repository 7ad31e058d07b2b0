import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { hashOf } from "../base/hash.ts";
import { currentRateLimiters, makeRateLimiters, type RateLimiters } from "../base/providers/rate-limiters.ts";
import { currentThread } from "../base/providers/recording/recording.ts";
import { sourceHash } from "../base/source-hash.ts";
import type { Substrate } from "../db/ports/ports.ts";
import { Caller } from "../db/sources/caller.ts";
import type {
  AgentEnvironment,
  AgentRun,
  LiveSources,
  OpenSystem,
  ScopeTask,
  StateGraph,
} from "./contract/contract.ts";
import { AgentFiles } from "./filesystem/agent-files.ts";
import { fileRole } from "./filesystem/in-scope.ts";
import { type AgentState, openState } from "./filesystem/open-state.ts";
import { probeGuards } from "./guards/probe.ts";
import { type PolicyTexts, readPolicies, skillFiles } from "./knowledge/policies.ts";
import { policiesWithout } from "./knowledge/without-tools.ts";
import { loadModels, type MakeModel } from "./make-model.ts";
import { askForScripts } from "./skills/run-script.ts";
import { toolsOutside } from "./tools/registry.ts";
import { type Conversation, makeConversation, runConversation } from "./turns/conversation.ts";
import { RequestLog } from "./turns/request-log.ts";
import { readTrace } from "./turns/trace.ts";
import { makeAgentBackend } from "./workflows/agent-backend.ts";
import type { Execution } from "./workflows/execution.ts";
import { graphChannel } from "./workflows/graph-channel.ts";
import { registerProfiles } from "./workflows/harness-profile.ts";
import { promptsIn, type RolePrompts, readRolePrompts } from "./workflows/prompts.ts";
import { makeWorkflow } from "./workflows/registry.ts";
import { localCrossEncoder, type ScorePairs } from "./workflows/rerank/local-model.ts";
import type { Retrieve } from "./workflows/retrieval/calls.ts";
import { loadRetrievals } from "./workflows/retrieval/own-retrievals.ts";
import { leaveOutRunTrees } from "./workflows/without-run-trees.ts";

/** The project's own agent: deepagents on LangGraph, checkpoints and files in the run's state. */
export const openScopeAgent: OpenSystem = async (environment) => {
  registerProfiles();
  leaveOutRunTrees();
  const own = await loadRetrievals(environment.retrievals ?? []);
  const [opened, stored] = await Promise.allSettled([
    openGuarded(environment.substrate),
    openState(environment.stateLocation),
  ]);
  if (opened.status === "rejected") {
    if (stored.status === "fulfilled") await stored.value.close();
    throw opened.reason;
  }
  if (stored.status === "rejected") throw stored.reason;
  const state = stored.value;
  const limiters = currentRateLimiters() ?? makeRateLimiters();
  const { crossEncoder: local } = environment;
  const shared: Shared = {
    environment: { ...environment, substrate: opened.value },
    state,
    limiters,
    policies: environment.policies ?? readPolicies(),
    roles: readRolePrompts(),
    retrievals: own.retrievals,
    local: local?.protocol === "onnx" ? localCrossEncoder(local) : undefined,
  };
  return {
    name: "scope-agent",
    version:
      own.version === null ? sourceHash(import.meta.dirname) : hashOf([sourceHash(import.meta.dirname), own.version]),
    run: (task) => runTask(task, shared),
    graph: async (task) => {
      const { agent } = await makeAgent(task, shared);
      return agent as unknown as StateGraph;
    },
    substrate: opened.value,
    state,
    readTrace: (task) =>
      readTrace({
        ...{ threadId: task.threadId, checkpointer: state.checkpointer },
        files: new AgentFiles(state.files, task),
      }),
    forget: async (task) => state.forget?.(task),
    close: () => state.close(),
  };
};

async function openGuarded(opening: Substrate | Promise<Substrate>): Promise<Substrate> {
  const substrate = await opening;
  await probeGuards(substrate.graph);
  return substrate;
}

interface Shared {
  environment: AgentEnvironment;
  state: AgentState;
  /** Shared by all executions, so that together they keep to each provider's limits. */
  limiters: RateLimiters;
  policies: PolicyTexts;
  roles: RolePrompts;
  retrievals: Readonly<Record<string, Retrieve>>;
  /** One for all executions, opened when the first asks. */
  local: ScorePairs | undefined;
}

async function runTask(task: ScopeTask, shared: Shared): Promise<AgentRun> {
  const { agent, execution, conversation } = await makeAgent(task, shared);
  const run = () => runConversation(conversation, graphChannel(agent, execution));
  return task.isNewThread ? shared.state.beginThread(task.threadId, run) : run();
}

/** How long files wait to be written. A person goes on from what a killed process left; an execution of a run begins anew. */
const LIVE_DELAY_MS = 1_000;
const DELAY_MS = 10_000;

async function makeAgent(task: ScopeTask, shared: Shared) {
  const makeModel = await loadModels(task.model.provider);
  await askForScripts(task.settings ?? {});
  const files = new AgentFiles(shared.state.files, task, { delayMs: task.live ? LIVE_DELAY_MS : DELAY_MS });
  const conversation = makeConversation(task, shared.environment.substrate, files);
  const live = liveFor(task, shared.environment.live);
  if (live) conversation.tools.live = live;
  if (task.live?.meter) conversation.tools.reserve = () => task.live!.meter!.call();
  const { checkpointer: ofAll, checkpointsOf } = shared.state;
  const checkpointer = task.live ? checkpointsOf(fileRole(task)) : ofAll;
  const execution = prepare(task, { ...shared, checkpointer, makeModel }, conversation);
  return { agent: makeWorkflow(execution, shared.retrievals), execution, conversation };
}

/** Of the sources that there are those that are asked, with the caller's rights: a person's own choice, or all for the caller of a task. */
function liveFor(task: ScopeTask, live: LiveSources | undefined): Conversation["tools"]["live"] {
  const { caller, live: turn, sourceSettings: settings = live?.settings } = task;
  if (!live || !settings) return undefined;
  const { asked } = settings;
  const offered = live.sources.filter((source) => !asked || asked.includes(source.describe().name));
  if (!turn) return caller === undefined ? undefined : { settings, sources: offered, caller: live.callerOf(caller) };
  const { names, caller: person } = turn.sources ?? NO_SOURCES;
  return { settings, sources: offered.filter((source) => names.includes(source.describe().name)), caller: person };
}

/** The policies as skills, unless they stand in the prompt beside skills of one's own, and those. */
function mountedSkills({ knowledge, settings }: ScopeTask, told: PolicyTexts): ReadonlyMap<string, string> {
  const own = Object.entries(settings?.skills ?? {}).map(([path, text]) => [`/${path}`, text] as const);
  return new Map([...(knowledge === "prompt" && own.length > 0 ? [] : skillFiles(told)), ...own]);
}

const NO_SOURCES = { names: [], caller: Caller.withTokens("nobody", {}) };

function prepare(
  task: ScopeTask,
  {
    environment,
    checkpointer,
    limiters,
    policies,
    roles,
    local,
    makeModel,
  }: Shared & { makeModel: MakeModel; checkpointer: BaseCheckpointSaver },
  { tools, clock }: Conversation,
): Execution {
  const remainingMs = () => clock.endsAt - performance.now();
  const thread = currentThread();
  const told = policiesWithout(task.policies ?? policies, toolsOutside(tools.families));
  return {
    task,
    newModel: () =>
      makeModel({
        model: task.model,
        seed: task.seed,
        environment: environment.environment,
        remainingMs,
        thread,
        limiters,
      }),
    thread,
    tools,
    backend: makeAgentBackend({ files: tools.files, skills: mountedSkills(task, told) }),
    checkpointer,
    policies: told,
    roles: promptsIn(tools.live?.settings.prompts, roles),
    crossEncoder: { endpoint: environment.crossEncoder, local, environment: environment.environment },
    meter: { modelCalls: 0, usage: { input: 0, output: 0, estimated: false }, roles: {} },
    requests: new RequestLog(tools, task),
  };
}
