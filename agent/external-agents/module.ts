import { consentTo, giving } from "../../base/consent/consent.ts";
import { importModule } from "../../base/consent/import-module.ts";
import type { Environment } from "../../base/environment.ts";
import { untilAborted } from "../../base/until-aborted.ts";
import { UserError } from "../../base/user-error.ts";
import type { ExternalAgentConfig } from "../contract/contract.ts";
import { ExternalAgentFailure } from "../contract/failures.ts";
import { callTool, describeTools } from "../tools/registry.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import type { Channel, ExternalAgentAnswer, ExternalAgentRequest } from "./exchange.ts";
import { redactorFor } from "./redactor-for.ts";

/** What a module exports as `openAgent`. It runs in this process, so it is trusted as the harness itself is. */
export type OpenAgent = (options: {
  /** The variables that the configuration names. */
  environment: Environment;
}) => ExternalAgent | Promise<ExternalAgent>;

interface ExternalAgent {
  answer(request: ExternalAgentRequest, tools: ExternalAgentTools): Promise<ExternalAgentAnswer>;
  close?(): Promise<void>;
}

/** The tools of one turn, in process: the same that are served over MCP. */
interface ExternalAgentTools {
  list(): { name: string; family: string; description: string; schema: Record<string, unknown> }[];
  /** Never throws for a call that failed: `text` then holds the structured error. */
  call(name: string, args: unknown): Promise<{ status: "success" | "error"; text: string }>;
  /** Aborted when the turn is over. */
  signal: AbortSignal;
}

type ModuleAgent = Extract<ExternalAgentConfig, { type: "module" }>;

/** @throws UserError `config` when the module cannot be loaded or exports no `openAgent` */
export async function openModuleChannel(config: ModuleAgent, environment: Environment): Promise<Channel> {
  const given = config.environment.filter((name) => environment[name]);
  await consentTo(given.map((variable) => giving(variable, [config.path])));
  const named = Object.fromEntries(config.environment.map((name) => [name, environment[name]]));
  const agent = await openAgent(config, named);
  return {
    async ask(request, { tools, signal }) {
      const redactor = redactorFor(config, named, request);
      const answered = agent.answer(request, toolsOf({ ...tools, signal }));
      try {
        // A module that does not heed the signal is no longer waited for; its later tool calls fail.
        return redactor.value(await untilAborted(answered, signal));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const message = error instanceof Error ? error.message : String(error);
        throw new ExternalAgentFailure("subject_crashed", `the module threw: ${redactor.message(message)}`);
      }
    },
    close: async () => agent.close?.(),
  };
}

async function openAgent(config: ModuleAgent, named: Environment): Promise<ExternalAgent> {
  try {
    const { openAgent } = await importModule(config.path);
    if (typeof openAgent !== "function") throw new Error("it exports no function `openAgent`");
    return await (openAgent as OpenAgent)({ environment: named });
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new UserError("config", `external_agents: the module of ${config.name} cannot be used`, {
      problems: [`${config.path}: ${redactorFor(config, named).message(said)}`],
      hint: "it must export `openAgent`, as agent/external-agents/module.ts describes",
      cause,
    });
  }
}

function toolsOf(context: ToolContext): ExternalAgentTools {
  return {
    signal: context.signal,
    list: () => describeTools(context.limits, context.families),
    async call(name, args) {
      const { status, preview } = await callTool(name, args, context);
      return { status, text: preview };
    },
  };
}
