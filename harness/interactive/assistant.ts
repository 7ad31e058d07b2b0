import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { StateLocation } from "../../agent/filesystem/state-store.ts";
import { openScopeAgent } from "../../agent/system.ts";
import type { AssistantConfiguration } from "../../assistant/assistants.ts";
import { reviewedTools } from "../../assistant/safe-mode.ts";
import { type ServeOptions, serveAssistant } from "../../assistant/serve.ts";
import { AssistantService } from "../../assistant/service.ts";
import { UserError } from "../../base/user-error.ts";
import { toAgentLimits } from "../config/limits-schema.ts";
import { factorialOf } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import { toCrossEncoder, toModelConfig } from "../config/to-agent.ts";
import type { Services } from "../dag/services.ts";
import { bundleStyle } from "../live/page.ts";
import { lockRun } from "../run-directory/lock.ts";
import { RUN_PATHS } from "../run-directory/paths.ts";
import { gradedFrom } from "../stages/system-of.ts";
import type { Io } from "../terminal/io.ts";
import { withServices } from "./with-services.ts";

export interface AssistantFlags extends Pick<ServeOptions, "port" | "address" | "hosts" | "origins"> {
  tokenEnv: string;
  /** True: every retrieval waits for a decision. A list: calls of these tools. */
  safeMode: boolean | readonly string[];
}

/** Serves threads with the agent until Ctrl-C. They are kept under `.scopebench/assistant/` of the folder that it is started in, or on a server. */
export async function serveAssistantUntilStopped(config: Config, flags: AssistantFlags, io: Io): Promise<void> {
  const reviewed = [...reviewedTools(flags.safeMode)];
  const token = tokenFor(flags, io);
  const { state, release } = await takeState(config, io);
  try {
    await withServices({ config, io }, async (services) => {
      const opening = open(config, { state, services, io, reviewed });
      const server = await serveAssistant({ ...flags, token, style: await bundleStyle(), service: opening });
      io.error(` · the assistant is at ${server.origin}/; Ctrl-C ends it`);
      try {
        const service = await opening;
        io.error(` · ${service.assistants.length} configurations can be asked`);
        await stopped(io);
      } finally {
        await server.close();
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

/** An embedded state is this process' alone; one on a server is shared. */
async function takeState({ assistant }: Config, io: Io): Promise<{ state: StateLocation; release(): Promise<void> }> {
  if (assistant?.state.type === "postgres") {
    const url = io.environment[assistant.state.url_env];
    if (url) return { state: { url }, release: async () => undefined };
    throw new UserError("environment", `${assistant.state.url_env} is not set: expected the address of the database`, {
      hint: `export ${assistant.state.url_env}=postgres://user:password@host:5432/database`,
    });
  }
  const folder = join(io.cwd, ".scopebench", "assistant");
  await mkdir(folder, { recursive: true });
  return { state: join(folder, RUN_PATHS.state), release: await lockRun(folder) };
}

interface Opening {
  state: StateLocation;
  services: Services;
  io: Io;
  reviewed: readonly string[];
}

async function open(config: Config, { state, services, io, reviewed }: Opening): Promise<AssistantService> {
  const agent = await openScopeAgent({
    substrate: services.substrate(),
    stateLocation: state,
    environment: io.environment,
    retrievals: config.retrievals,
    crossEncoder: toCrossEncoder(config.cross_encoder),
  });
  const models = new Map(config.models.map((entry) => [entry.name, toModelConfig(entry)]));
  const configurations: AssistantConfiguration[] = [];
  for (const { model, workflow, knowledge } of factorialOf(config))
    if (workflow !== "own" && knowledge !== "own") {
      const graded = await gradedFrom(workflow, { config, services });
      configurations.push({ model: models.get(model)!, workflow, knowledge, ...graded });
    }
  return AssistantService.open({
    ...{ agent, configurations, reviewed, seed: config.seed },
    limits: toAgentLimits(config.limits),
    toolFamilies: config.tool_families,
  });
}

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** Whoever can reach this machine's own address can run programs on it; anybody else shows a token. */
function tokenFor({ address, hosts = [], tokenEnv }: AssistantFlags, { environment }: Io): string | null {
  const token = environment[tokenEnv];
  if (token) return token;
  if ((address === undefined || LOOPBACK.includes(address)) && hosts.length === 0) return null;
  throw new UserError("environment", `${tokenEnv} is not set: other machines show its value to be let in`, {
    hint: `such as ${tokenEnv}=$(openssl rand -hex 24) scopebench assistant serve --address ${address ?? "127.0.0.1"}`,
  });
}

async function stopped({ signal }: Io): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
