import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import packageJson from "../../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const NODES = join(ROOT, ".scopebench/nodes");

/** The lowest versions that package.json promises. */
const OLDER = ["20.19.0", "22.13.0"];

/** What a user may have: the command that runs a script with it, and why it is left out. Undefined for those that come with this project. */
export const RUNTIMES: { name: string; command: readonly string[]; missing?: string | null }[] = [
  ...OLDER.map((version) => {
    const node = join(NODES, version, "node_modules/node/bin/node");
    const wanted = existsSync(node) || process.env.SCOPEBENCH_NODES === "required";
    const missing = wanted ? null : "this version; SCOPEBENCH_NODES=required installs it";
    return { name: `Node ${version}`, command: [node], missing };
  }),
  { name: "this Node", command: [process.execPath] },
  { name: "Deno", command: [process.execPath, createRequire(import.meta.url).resolve("deno/bin.cjs"), "run", "-A"] },
];

/** Packs the checkout and installs the tarball into an empty project, with the examples beside it, and the optional parts or none. Gives the project's folder. */
export async function installPackage(folder: string, { parts }: { parts: boolean }): Promise<string> {
  await installNodes();
  const installed = join(folder, "node_modules/scopebench");
  await mkdir(installed, { recursive: true });
  packed ??= packCheckout();
  await run("tar", ["-xzf", await packed, "-C", installed, "--strip-components=1"], folder);
  await linkDependencies(folder, parts ? Object.keys(packageJson.peerDependencies) : ["vitest"]);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await cp(join(installed, "examples"), join(folder, "examples"), { recursive: true });
  return folder;
}

/** Once for all suites of a file: it compiles all. */
let packed: Promise<string> | undefined;

async function packCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-packed-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], ROOT);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[")));
  return join(folder, filename);
}

/** What `npm install` would bring, from the checkout: the dependencies of users, none of ours alone; and what the user has beside them. */
async function linkDependencies(folder: string, besides: readonly string[]): Promise<void> {
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages as Record<string, { dev?: boolean }>);
  const names = packages
    .filter(([path, { dev }]) => path.lastIndexOf("node_modules/") === 0 && !dev && existsSync(join(ROOT, path)))
    .map(([path]) => path);
  for (const path of new Set([...names, ...besides.map((name) => `node_modules/${name}`)])) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
}

/** The older versions, where they are wanted. */
export async function installNodes(): Promise<void> {
  if (process.env.SCOPEBENCH_NODES !== "required") return;
  for (const version of OLDER) {
    const folder = join(NODES, version);
    if (!existsSync(folder)) await run("npm", ["install", "--silent", "--prefix", folder, `node@${version}`], ROOT);
  }
}

function run(command: string, args: readonly string[], cwd: string): Promise<{ stdout: string }> {
  return promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26 });
}
