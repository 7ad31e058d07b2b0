import type { StateLocation } from "../../../agent/filesystem/state-store.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import { AuditLog } from "../../../assistant/access/audit-log.ts";
import type { AssistantConfiguration } from "../../../assistant/protocol/assistants.ts";
import { type ServeOptions, serveAssistant } from "../../../assistant/serve.ts";
import { reviewedTools } from "../../../assistant/service/safe-mode.ts";
import { AssistantService, type ServiceOptions } from "../../../assistant/service/service.ts";
import { countOf } from "../../../base/counts.ts";
import type { Services } from "../../dag/services.ts";
import type { Io } from "../../print/io.ts";
import { assistantSchema } from "../../record/config/assistant-schema.ts";
import { resolveConfig } from "../../record/config/factors/resolve.ts";
import { toAgentLimits } from "../../record/config/limits-schema.ts";
import { toPolicies } from "../../record/config/policies.ts";
import type { Config } from "../../record/config/schema.ts";
import { toCrossEncoder } from "../../record/config/to-agent.ts";
import { bundleStyle } from "../../show/live/page.ts";
import { toPeoplesSources, toSignIns } from "../stages/live-sources.ts";
import { gradedFrom } from "../stages/system-of.ts";
import { accessFrom, budgetsFrom } from "./assistant-access.ts";
import { askableOf, toAsked } from "./assistant-configurations.ts";
import { takeState } from "./assistant-state.ts";
import { withServices } from "./with-services.ts";

export interface AssistantFlags extends Pick<ServeOptions, "port" | "address" | "hosts" | "origins"> {
  tokenEnv: string;
  /** True: every retrieval waits for a decision. A list: calls of these tools. Absent: as configured. */
  safeMode: boolean | readonly string[] | undefined;
}

/** Serves threads with the agent until Ctrl-C. They are kept under `.scopebench/assistant/` of the folder that it is started in, or on a server. */
export async function serveAssistantUntilStopped(config: Config, flags: AssistantFlags, io: Io): Promise<void> {
  const assistant = config.assistant ?? assistantSchema.parse({});
  const settings = {
    ...{ reviewed: [...reviewedTools(flags.safeMode ?? assistant.safe_mode)], decidedBy: assistant.decisions },
    keepDays: assistant.keep_days,
    ...budgetsFrom(assistant, config),
  };
  const access = accessFrom(assistant, flags, io.environment);
  const { state, audit, release } = await takeState(assistant, io);
  try {
    await withServices({ config, io }, async (services) => {
      const opening = open(config, { state, services, io, settings });
      opening.catch(() => undefined); // Told to who waits for it; pages are served first.
      try {
        const style = await bundleStyle();
        const server = await serveAssistant({ ...flags, access, audit: new AuditLog(audit), style, service: opening });
        io.error(` · the assistant is at ${server.origin}/; Ctrl-C ends it`);
        try {
          const service = await opening;
          io.error(` · ${countOf(service.assistants.length, "configuration")} can be asked`);
          await stopped(io);
        } finally {
          await server.close();
        }
      } finally {
        await opening.then(
          ({ options }) => options.agent.close(),
          () => undefined,
        );
      }
    });
  } finally {
    await release();
  }
}

interface Opening {
  state: StateLocation;
  services: Services;
  io: Io;
  settings: Pick<ServiceOptions, "reviewed" | "decidedBy" | "session" | "userLimits" | "keepDays">;
}

async function open(config: Config, { state, services, io, settings }: Opening): Promise<AssistantService> {
  const live = await toPeoplesSources(config.live_sources);
  const agent = await openScopeAgent({
    substrate: services.substrate(),
    stateLocation: state,
    environment: io.environment,
    retrievals: config.retrievals,
    crossEncoder: toCrossEncoder(config.cross_encoder),
    policies: toPolicies(config.policies),
    ...(live && { live }),
  });
  const askable = askableOf(config);
  for (const line of notServed(askable)) io.error(` · ${line}`);
  const configurations: AssistantConfiguration[] = [];
  for (const one of askable.configurations) {
    const asked = toAsked(config, one);
    const graded = await gradedFrom(asked.workflow, { config: resolveConfig(config, one), services });
    configurations.push({ ...asked, ...graded });
  }
  return AssistantService.open({
    ...{ agent, configurations, seed: config.seed, ...settings },
    limits: toAgentLimits(config.limits),
    ...(live && { sources: live.sources, signIns: toSignIns(config.live_sources, io.environment) }),
  });
}

function notServed({ otherIndex, tooMany }: ReturnType<typeof askableOf>): string[] {
  return [
    ...(otherIndex > 0 ? [`${countOf(otherIndex, "configuration")} of another index cannot be asked`] : []),
    ...(tooMany > 0
      ? [`of ${countOf(tooMany, "configuration")} with levels none can be asked: too many; choose some with --levels`]
      : []),
  ];
}

async function stopped({ signal }: Io): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
