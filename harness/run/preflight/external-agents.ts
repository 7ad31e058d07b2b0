import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { isRecorded, type RecordedFormat } from "../../../agent/contract/contract.ts";
import { openRecordedChannel } from "../../../agent/external-agents/recorded/channel.ts";
import { UserError } from "../../../base/user-error.ts";
import type { ExternalAgentEntry } from "../../record/config/external-agent-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import type { RecordingState } from "../../record/run-directory/manifest.ts";

/** External agents: their programs and modules are there, and so are the variables that they are promised. */
export async function checkExternalAgents(
  { external_agents }: Config,
  environment: Effects["environment"],
): Promise<void> {
  const problems = (await Promise.all(external_agents.map((agent) => problemsOf(agent, environment)))).flat();
  if (problems.length === 0) return;
  const variables = problems.every(({ code }) => code === "credentials");
  throw new UserError(
    variables ? "credentials" : "config",
    "external_agents: something that they name is missing, or cannot be read",
    {
      problems: problems.map(({ text }) => text),
      hint: variables
        ? "export the variables in the shell that starts scopebench"
        : "paths that begin with ./ or ../ start from the configuration's folder; other programs are looked for in PATH",
    },
  );
}

interface Problem {
  code: "config" | "credentials";
  text: string;
}

async function problemsOf(agent: ExternalAgentEntry, environment: Effects["environment"]): Promise<Problem[]> {
  const names = agent.type === "http" ? [agent.token_env ?? []].flat() : isRecorded(agent) ? [] : agent.environment;
  const unset = names.filter((name) => !environment[name]);
  const missing = await missingFiles(agent, environment);
  return [
    ...missing.map((path) => ({ code: "config" as const, text: `${agent.name}: expected ${path}, found nothing` })),
    ...(isRecorded(agent) && missing.length === 0 ? await faultsOfRecordings(agent) : []).map((fault) => ({
      code: "config" as const,
      text: `${agent.name}: ${fault}`,
    })),
    ...unset.map((name) => ({ code: "credentials" as const, text: `${agent.name}: ${name} is not set` })),
  ];
}

async function faultsOfRecordings(agent: Extract<ExternalAgentEntry, { type: RecordedFormat }>): Promise<string[]> {
  try {
    await openRecordedChannel(agent);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [[error.message, error.hint].filter(Boolean).join("; "), ...error.problems];
  }
}

async function missingFiles(agent: ExternalAgentEntry, environment: Effects["environment"]): Promise<string[]> {
  if (agent.type === "module") return (await isFile(agent.path)) ? [] : [`the module ${agent.path}`];
  if (isRecorded(agent)) return (await exists(agent.path)) ? [] : [`the recordings ${agent.path}`];
  if (agent.type !== "command") return [];
  const [program = "", ...args] = agent.command;
  const found = isAbsolute(program) ? await isFile(program) : await inPath(program, environment);
  const scripts = await Promise.all(args.map(async (arg) => (namesScript(arg) && !(await exists(arg)) ? [arg] : [])));
  return [...(found ? [] : [`the program ${program}`]), ...scripts.flat().map((path) => `the file ${path}`)];
}

/** A path that the configuration gave relative to itself is absolute by now; what it names with an ending is a file. */
function namesScript(argument: string): boolean {
  return isAbsolute(argument) && /\.[A-Za-z]{1,4}$/.test(argument);
}

async function inPath(program: string, environment: Effects["environment"]): Promise<boolean> {
  const folders = (environment.PATH ?? "").split(delimiter);
  const endings = (environment.PATHEXT ?? "").split(";");
  const found = await Promise.all(
    folders.flatMap((folder) => endings.map((ending) => isExecutable(join(folder, program + ending)))),
  );
  return found.includes(true);
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** External agents ask their models themselves, past the recording. */
export function checkNoExternalAgents(
  { external_agents, models }: Config,
  mode: RecordingState["mode"] | undefined,
): void {
  if (external_agents.length === 0 || mode === undefined) return;
  throw new UserError(
    "config",
    `a recording holds the calls of our own models only: no run with external agents can be ${mode}ed`,
    {
      problems: external_agents.map(({ name }) => `external_agents: expected none, found ${name}`),
      hint: `leave them out: --models ${models.map(({ name }) => name).join(",") || "<a model of bench.yaml>"}`,
    },
  );
}
