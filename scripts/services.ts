/**
 * Real servers without containers, for the contract tests and for runs on servers: starts them on free loopback ports,
 * waits until they answer, and stops them by process id. Downloads and data lie under `.scopebench/services`.
 *
 *   eval "$(node --import tsx scripts/services.ts start)"      # the databases; exports what bench.yaml and the tests look for
 *   node --import tsx scripts/services.ts start|stop|status [postgres] [neo4j] [backlot] [dokuwiki] [redmine] [synapse] [--home <folder>] [--downloads <folder>]
 */
import { resolve } from "node:path";
import { UserError } from "../base/user-error.ts";
import { argumentsOf } from "./arguments.ts";
import { SERVICES } from "./services/registry.ts";
import type { RunningService, Service, ServiceContext } from "./services/service.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  home: { type: "string", default: ".scopebench/services" },
  downloads: { type: "string" },
});
const home = resolve(values.home);
const downloads = resolve(values.downloads ?? home);
const log = (message: string): void => console.error(message);

try {
  await main();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  log(`${error.message}${error.hint ? `\n  ${error.hint}` : ""}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const [command = "status", ...names] = positionals;
  const run = { start, stop, status }[command];
  if (!run) throw new UserError("usage", `expected start, stop or status, found '${command}'`);
  for (const service of chosen(names, command)) await run(service);
}

function chosen(names: readonly string[], command: string): readonly Service[] {
  const unknown = names.filter((name) => !SERVICES.some((service) => service.name === name));
  if (unknown.length > 0)
    throw new UserError("usage", `no service named ${unknown.join(", ")}`, {
      hint: `services: ${SERVICES.map(({ name }) => name).join(", ")}`,
    });
  if (names.length > 0) return SERVICES.filter(({ name }) => names.includes(name));
  return command === "start" ? SERVICES.filter(({ isByNameOnly }) => !isByNameOnly) : SERVICES;
}

async function start(service: Service): Promise<void> {
  report(service, await service.start(contextOf(service)));
}

async function status(service: Service): Promise<void> {
  report(service, await service.status(contextOf(service)));
}

async function stop(service: Service): Promise<void> {
  log(`${service.name}: ${(await service.stop(contextOf(service))) ? "stopped" : "was not running"}`);
}

function contextOf({ name }: Service): ServiceContext {
  return {
    folder: resolve(home, name),
    downloads: resolve(downloads, name, "installation"),
    log: (message) => log(`${name}: ${message}`),
  };
}

/** The environment is the only thing on stdout, so that a shell can evaluate it. */
function report({ name }: Service, running: RunningService | null): void {
  log(`${name}: ${running ? `${running.description}, process ${running.pid}` : "not running"}`);
  for (const [variable, value] of Object.entries(running?.environment ?? {}))
    console.log(`export ${variable}='${value.replaceAll("'", "'\\''")}'`);
}
