/**
 * `scopebench setup model try` against six servers in this process (`test/harness/run/try-model/servers.ts`), whose answers stand on recorded
 * exchanges or on their documentation: what each probe found, and how long the trying took. Prints Markdown.
 *
 *   node --import tsx scripts/model-try.ts
 */
import { withScratchFolder } from "../base/whole-folder.ts";
import type { Tried } from "../harness/run/try-model/tried.ts";
import { runCli } from "../test/harness/cli/run-cli.ts";
import * as servers from "../test/harness/run/try-model/servers.ts";
import { type Shape, startServer, startShape } from "../test/harness/run/try-model/shapes.ts";
import { argumentsOf } from "./arguments.ts";

const SERVERS: Readonly<Record<string, Shape | Parameters<typeof startServer>[0]>> = {
  "llama.cpp": servers.LLAMA_CPP,
  "node-llama-cpp, one slot": servers.SMALL,
  Ollama: servers.OLLAMA,
  vLLM: servers.VLLM,
  "fails behind a proxy": servers.BEHIND_A_PROXY,
  throttles: servers.throttling(),
};

argumentsOf(import.meta.filename, {});
const tried = await withScratchFolder("model-try", async (cwd) => {
  const all = new Map<string, Tried>();
  for (const [name, server] of Object.entries(SERVERS)) all.set(name, await tryOne(server, cwd));
  return all;
});
const [first] = tried.values();
// How many it answers at once is told by times, which a busy machine changes.
const compared = first!.probes.filter(({ probe }) => probe !== "limits");
const rows = compared.map(({ probe, question }) => [
  question,
  ...[...tried.values()].map(({ probes }) => probes.find((one) => one.probe === probe)!.outcome.replace("_", " ")),
]);
const ofAll = (cell: (one: Tried) => unknown) => [...tried.values()].map((one) => String(cell(one)));
print([
  ["probe", ...tried.keys()],
  ...rows,
  [
    "tokens that fit, as found",
    ...ofAll(({ probes }) => probes.find(({ probe }) => probe === "context")?.value ?? "-"),
  ],
  ["requests", ...ofAll(({ spent }) => spent.requests)],
  ["seconds", ...ofAll(({ spent }) => spent.duration_s)],
]);

async function tryOne(server: (typeof SERVERS)[string], cwd: string): Promise<Tried> {
  const isHandler = typeof server === "function";
  const started = await (isHandler ? startServer(server) : startShape(server));
  const named = ["--address", started.url, "--id", isHandler ? "m" : server.model];
  const rest = ["--scenarios", "0", "--context-tokens", "6000", "--json"];
  const { out } = await runCli(["setup", "model", "try", ...named, ...rest], { cwd });
  await started.close();
  return (JSON.parse(out) as [Tried])[0];
}

function print([columns = [], ...lines]: string[][]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  console.log([line(columns), `|${"---|".repeat(columns.length)}`, ...lines.map(line)].join("\n"));
}
