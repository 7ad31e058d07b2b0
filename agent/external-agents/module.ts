import { pathToFileURL } from "node:url";
import { UserError } from "../../base/user-error.ts";
import type { SubjectConfig } from "../contract.ts";
import { callTool, describeTools } from "../tools/registry.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Channel, Environment, SubjectAnswer, SubjectRequest } from "./exchange.ts";
import { SubjectFailure } from "./failure.ts";
import { redactorFor } from "./redactor-for.ts";

/** What a module exports as `openAgent`. It runs in this process, so it is trusted as the harness itself is. */
export type OpenAgent = (options: {
  /** The variables that the configuration names. */
  environment: Environment;
}) => OutsideAgent | Promise<OutsideAgent>;

interface OutsideAgent {
  answer(request: SubjectRequest, tools: OutsideTools): Promise<SubjectAnswer>;
  close?(): Promise<void>;
}

/** The tools of one turn, in process: the same that are served over MCP. */
interface OutsideTools {
  list(): { name: string; family: string; description: string; schema: Record<string, unknown> }[];
  /** Never throws for a call that failed: `text` then holds the structured error. */
  call(name: string, args: unknown): Promise<{ status: "success" | "error"; text: string }>;
  /** Aborted when the turn is over. */
  signal: AbortSignal;
}

type ModuleSubject = Extract<SubjectConfig, { type: "module" }>;

/** @throws UserError `config` when the module cannot be loaded or exports no `openAgent` */
export async function openModuleChannel(subject: ModuleSubject, environment: Environment): Promise<Channel> {
  const named = Object.fromEntries(subject.environment.map((name) => [name, environment[name]]));
  const agent = await openAgent(subject, named);
  return {
    async ask(request, { tools, signal }) {
      const redactor = redactorFor(subject, named, request);
      const answered = agent.answer(request, toolsOf({ ...tools, signal }));
      try {
        return redactor.value(await untilAborted(answered, signal));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const message = error instanceof Error ? error.message : String(error);
        throw new SubjectFailure("subject_crashed", `the module threw: ${redactor.message(message)}`);
      }
    },
    close: async () => agent.close?.(),
  };
}

async function openAgent(subject: ModuleSubject, named: Environment): Promise<OutsideAgent> {
  try {
    // Where Node strips types by itself, it takes less than all of TypeScript; a user's module may have all of it.
    if (subject.path.endsWith(".ts") && process.features.typescript) (await import("tsx/esm/api")).register();
    const { openAgent } = (await import(pathToFileURL(subject.path).href)) as { openAgent?: unknown };
    if (typeof openAgent !== "function") throw new Error("it exports no function `openAgent`");
    return await (openAgent as OpenAgent)({ environment: named });
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new UserError("config", `subjects: the module of ${subject.name} cannot be used`, {
      problems: [`${subject.path}: ${redactorFor(subject, named).message(said)}`],
      hint: "it must export `openAgent`, as agent/external-agents/module.ts describes",
      cause,
    });
  }
}

function toolsOf(context: ToolContext): OutsideTools {
  return {
    signal: context.signal,
    list: () => describeTools(context.limits).filter(({ family }) => context.families.some((one) => one === family)),
    async call(name, args) {
      const { status, preview } = await callTool(name, args, context);
      return { status, text: preview };
    },
  };
}

/** A module that does not heed the signal is no longer waited for; its later tool calls fail. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([work, aborted]);
}
