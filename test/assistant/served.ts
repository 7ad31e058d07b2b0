import { AGENTIC_WORKFLOWS, KNOWLEDGE_MODES } from "../../agent/contract.ts";
import { STUDY_LIMITS } from "../../agent/limits.ts";
import { openScopeAgent } from "../../agent/system.ts";
import { type ServeOptions, serveAssistant } from "../../assistant/serve.ts";
import { AssistantService } from "../../assistant/service.ts";
import { makeTask } from "../agent/task.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";

export interface Served {
  url: string;
  service: AssistantService;
  close(): Promise<void>;
}

export const QUESTION = "Which tests cover MSG-7?";

/** The service over the small corpus, with a stand-in in every workflow and knowledge mode. */
export async function serveSmall(
  state: string,
  changes: Partial<ServeOptions> & { reviewed?: readonly string[] } = {},
): Promise<Served> {
  const { reviewed = [], ...options } = changes;
  const agent = await openScopeAgent({ substrate: await readSmallSubstrate(), stateLocation: state, environment: {} });
  const { model, seed } = makeTask({ turns: [] });
  const configurations = AGENTIC_WORKFLOWS.flatMap((workflow) =>
    KNOWLEDGE_MODES.map((knowledge) => ({ model, workflow, knowledge })),
  );
  const service = await AssistantService.open({
    ...{ agent, configurations, seed, reviewed },
    limits: STUDY_LIMITS,
    toolFamilies: undefined,
  });
  const server = await serveAssistant({
    ...{ port: 0, token: null, style: "", service: Promise.resolve(service) },
    ...options,
  });
  return {
    url: server.origin,
    service,
    async close() {
      await server.close();
      await agent.close();
    },
  };
}
