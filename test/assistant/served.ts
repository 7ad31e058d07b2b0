import { AGENTIC_WORKFLOWS, KNOWLEDGE_MODES, type LiveSources } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import type { StateLocation } from "../../agent/filesystem/state-store.ts";
import { openScopeAgent } from "../../agent/system.ts";
import { NO_BUDGET, NO_LIMITS } from "../../assistant/access/rate-limit.ts";
import { type ServeOptions, serveAssistant } from "../../assistant/serve.ts";
import { AssistantService, type ServiceOptions } from "../../assistant/service/service.ts";
import { withMember } from "../../base/with-member.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { makeTask } from "../agent/task.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";

export interface Served {
  url: string;
  service: AssistantService;
  close(): Promise<void>;
}

type Configuration = ServiceOptions["configurations"][number];

type ServiceChanges = Pick<
  ServiceOptions,
  "reviewed" | "session" | "userLimits" | "decidedBy" | "keepDays" | "signIns"
>;

export const QUESTION = "Which tests cover MSG-7?";
/** The same with a word of its own, by which what is of this thread is told apart. */
export const questionWith = (word: string): string => `Which tests cover MSG-7 for the case: ${word}?`;

/** The service over the small corpus or another, with a stand-in in every workflow and knowledge mode. */
export async function serveSmall(
  state: StateLocation,
  changes: Partial<ServeOptions> &
    Partial<ServiceChanges> & {
      beforeQuery?: () => Promise<unknown>;
      substrate?: Substrate;
      live?: LiveSources;
      /** In place of the stand-in's. */
      configuration?: Configuration;
    } = {},
): Promise<Served> {
  const {
    reviewed = [],
    beforeQuery,
    substrate: given,
    session = NO_BUDGET,
    userLimits = NO_LIMITS,
    decidedBy = "owner",
    keepDays,
    live,
    signIns,
    configuration,
    ...options
  } = changes;
  const substrate = slowed(given ?? (await readSmallSubstrate()), beforeQuery);
  const agent = await openScopeAgent({ substrate, stateLocation: state, environment: {}, ...(live && { live }) });
  const { model, seed } = makeTask({ turns: [] });
  const configurations: Configuration[] = configuration
    ? [configuration]
    : live
      ? [{ model, workflow: "sources" as const, knowledge: "prompt" as const }]
      : AGENTIC_WORKFLOWS.flatMap((workflow) => KNOWLEDGE_MODES.map((knowledge) => ({ model, workflow, knowledge })));
  const service = await AssistantService.open({
    ...{ agent, configurations, seed, reviewed, session, userLimits, decidedBy, keepDays },
    limits: STUDY_LIMITS,
    ...(live && { sources: live.sources, signIns }),
  });
  const server = await serveAssistant({
    ...{ port: 0, style: "", service: Promise.resolve(service) },
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

/** Each query waits for what is given, so that there is time to come in between. */
function slowed(substrate: Substrate, beforeQuery: (() => Promise<unknown>) | undefined): Substrate {
  if (!beforeQuery) return substrate;
  const query: Substrate["sql"]["query"] = async (...given) => {
    await beforeQuery();
    return substrate.sql.query(...given);
  };
  return withMember(substrate, "sql", withMember(substrate.sql, "query", query));
}
