import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../../../base/make-folder.ts";
import { isInstalled, MissingPart, type OptionalPart, PARTS } from "../../../base/parts.ts";
import { redactAddresses } from "../../../base/providers/secrets/addresses.ts";
import type { Io } from "../../print/io.ts";
import { judgingModels } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { isPromised, promisedNode } from "../../record/engine/supported-node.ts";
import { needsOf, STAGE_NAMES } from "../../record/run-directory/graph.ts";
import { partsOf } from "../preflight/parts.ts";
import type { DoctorCheck } from "./servers.ts";
import { serverChecks } from "./servers.ts";

/** Everything this machine and configuration need, checked by trying it. */
export async function runChecks(config: Config, io: Io): Promise<DoctorCheck[]> {
  const keys = [...new Map(endpoints(config).map((endpoint) => [endpoint.name, endpoint])).values()];
  return [
    runtimeCheck(),
    await databaseCheck(),
    ...(await serverChecks(config, io)),
    await guardCheck(),
    ...partChecks(config),
    await folderCheck(config.runs_dir),
    await browserCheck(io),
    ...(await Promise.all(keys.map((endpoint) => endpointCheck(endpoint, io)))),
  ];
}

function runtimeCheck(): DoctorCheck {
  const deno = process.versions.deno;
  const found = deno ? `deno ${deno}` : `node ${process.versions.node}`;
  return {
    name: "runtime",
    status: deno || isPromised(process.versions.node) ? "ok" : "missing",
    found,
    remedy: `Node ${promisedNode()}; 24 is what the checkout pins`,
  };
}

async function databaseCheck(): Promise<DoctorCheck> {
  try {
    const { PGlite } = await import("@electric-sql/pglite");
    const [{ vector }, { age }, { pg_textsearch }] = await Promise.all([
      import("@electric-sql/pglite-pgvector"),
      import("@electric-sql/pglite-age"),
      import("@electric-sql/pglite-pg_textsearch"),
    ]);
    const database = await PGlite.create({ extensions: { vector, age, pg_textsearch } });
    const { rows } = await database.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    await database.close();
    return {
      name: "database",
      status: "ok",
      found: `embedded PostgreSQL ${rows[0]?.version} with pgvector, pg_textsearch, AGE`,
    };
  } catch (error) {
    return { name: "database", status: "missing", found: reasonOf(error), remedy: "npm ci" };
  }
}

async function guardCheck(): Promise<DoctorCheck> {
  try {
    const { parse } = await import("libpg-query");
    await parse("SELECT 1");
    return { name: "SQL grammar", status: "ok", found: "libpg-query parses" };
  } catch (error) {
    return { name: "SQL grammar", status: "missing", found: reasonOf(error), remedy: "npm ci" };
  }
}

/** What an installation may be without: all that is there in one line, and a line for each that is not. */
function partChecks(config: Config): DoctorCheck[] {
  const parts = Object.keys(PARTS) as OptionalPart[];
  const needed = partsOf(config, needsOf(STAGE_NAMES));
  const installed = parts.filter(isInstalled);
  const missing = parts.filter((part) => !isInstalled(part));
  return [
    ...(installed.length > 0 ? [{ name: "parts", status: "ok" as const, found: installed.join(", ") }] : []),
    ...missing.map((part): DoctorCheck => {
      const { message, hint } = new MissingPart(part);
      // Without its report a run is whole up to its scores.
      const status = needed.includes(part) && part !== "report" ? "missing" : "optional";
      return { name: part, status, found: message, remedy: hint };
    }),
  ];
}

async function folderCheck(folder: string): Promise<DoctorCheck> {
  try {
    await makeFolder(folder);
    const { bavail, bsize } = await statfs(folder);
    const gigabytes = (bavail * bsize) / 1e9;
    const enough = gigabytes > 2;
    return {
      name: "runs folder",
      status: enough ? "ok" : "missing",
      found: `${folder}, ${gigabytes.toFixed(1)} GB free`,
      remedy: "2 GB for a full run; or --runs-dir",
    };
  } catch (error) {
    return {
      name: "runs folder",
      status: "missing",
      found: `${dirname(folder)}: ${reasonOf(error)}`,
      remedy: "give a folder that can be written: --runs-dir",
    };
  }
}

async function browserCheck(io: Io): Promise<DoctorCheck> {
  const candidates = [
    io.environment.SCOPEBENCH_CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  for (const path of candidates) {
    if (path && (await exists(path))) return { name: "browser", status: "ok", found: path };
  }
  return {
    name: "browser",
    status: "optional",
    found: "none on this machine",
    remedy: "only for the page tests and screenshots, which bring one on Linux; or set SCOPEBENCH_CHROMIUM",
  };
}

interface Endpoint {
  name: string;
  baseUrl: string | undefined;
  keyName: string | undefined;
}

function endpoints(config: Config): Endpoint[] {
  return [...config.models, ...judgingModels(config.judges)]
    .filter((entry) => entry.provider !== "policy")
    .map((entry) => ({ name: entry.model, baseUrl: entry.base_url, keyName: entry.api_key_env }));
}

async function endpointCheck({ name, baseUrl, keyName }: Endpoint, io: Io): Promise<DoctorCheck> {
  if (keyName && !io.environment[keyName])
    return { name, status: "missing", found: `${keyName} is not set`, remedy: `export ${keyName}=...` };
  if (!baseUrl) return { name, status: "ok", found: "key is set; the provider's own address" };
  try {
    await fetch(baseUrl, { method: "HEAD", signal: AbortSignal.timeout(5000) });
    return { name, status: "ok", found: `${new URL(baseUrl).host} answers` };
  } catch (error) {
    return {
      name,
      status: "missing",
      found: `${new URL(baseUrl).host}: ${reasonOf(error)}`,
      remedy: "is the server up, the address right, the network there?",
    };
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return redactAddresses(cause instanceof Error ? cause.message : String(cause));
}
