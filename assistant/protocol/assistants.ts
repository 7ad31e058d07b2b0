import type {
  AgentSettings,
  KnowledgeMode,
  ModelConfig,
  RetrievalSettings,
  SourceSettings,
  ToolDescriptions,
  ToolFamily,
  Workflow,
} from "../../agent/contract/contract.ts";
import type { AgentLimits } from "../../agent/contract/limits.ts";
import type { PolicyTexts } from "../../agent/knowledge/policies.ts";
import { sha256 } from "../../base/hash.ts";
import { compareText } from "../../base/text-order.ts";
import { Refused } from "./protocol.ts";

/** A configuration of `bench.yaml` that people can ask. */
export interface AssistantConfiguration {
  model: ModelConfig;
  workflow: Workflow;
  knowledge: KnowledgeMode;
  /** Of further factors, where they are not at their base: `depth=50__rerank=llm_listwise`. */
  levels?: string | undefined;
  /** Where retrieval is graded: from which cosine on it is good. */
  gradeThreshold?: number;
  retrieval?: RetrievalSettings | undefined;
  /** Absent: the agent's. */
  policies?: PolicyTexts | undefined;
  /** Absent: the service's. */
  limits?: AgentLimits;
  toolFamilies?: readonly ToolFamily[] | undefined;
  toolDescriptions?: ToolDescriptions | undefined;
  settings?: AgentSettings | undefined;
  sourceSettings?: SourceSettings | undefined;
}

export interface Assistant extends AssistantConfiguration {
  id: string;
  name: string;
}

export const GRAPH_ID = "scopebench";

/** One for each configuration, in order; ids follow from what is configured, so that they outlive the service. */
export function makeAssistants(configurations: readonly AssistantConfiguration[]): Assistant[] {
  return configurations.map((configuration) => {
    const { model, workflow, knowledge, levels } = configuration;
    const name = [model.name, workflow, knowledge, ...(levels?.split("__") ?? [])].join(" ");
    return { ...configuration, id: uuidOf(name), name };
  });
}

/** As clients are told; a stand-in is never taken for a language model. */
export function toProtocol(assistant: Assistant, startedAt: string) {
  const { id, name, model, workflow, knowledge, levels } = assistant;
  const stand_in = model.provider === "policy";
  return {
    assistant_id: id,
    graph_id: GRAPH_ID,
    name,
    description: stand_in ? "A stand-in: rules, not a language model." : null,
    config: {},
    context: {},
    metadata: { created_by: "system", model: model.name, workflow, knowledge, ...(levels && { levels }), stand_in },
    version: 1,
    created_at: startedAt,
    updated_at: startedAt,
  };
}

/** By id or name; the graph's id is the first. @throws Refused 404 */
export function findAssistant(assistants: readonly Assistant[], key: string): Assistant {
  const found = key === GRAPH_ID ? assistants[0] : assistants.find(({ id, name }) => id === key || name === key);
  if (found) return found;
  const names = assistants.map(({ name }) => name).toSorted(compareText);
  throw new Refused(404, `there is no assistant with this id; there are: ${names.join(", ")}`);
}

/** A UUID (version 8: made by a rule of ours) of a name. */
function uuidOf(name: string): string {
  const hex = sha256(`assistant ${name}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
