import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ownPackage } from "./own-package.ts";
import { UserError } from "./user-error.ts";

/**
 * What an installation may go without: heavy, and needed for one use each. `packages` are optional peers in package.json, and
 * pinned beside what we develop with; they are loaded by `import()`, never before. Why so: design/decisions.md.
 */
export const PARTS = {
  report: {
    what: "figures and reports",
    packages: [
      "@observablehq/framework",
      "@observablehq/plot",
      "d3",
      "htl",
      "isoformat",
      "vega",
      "vega-lite",
      "@resvg/resvg-js",
      "pdfkit",
      "fontkit",
      "@fontsource/ibm-plex-mono",
      "@fontsource/inter",
      "@fontsource/source-serif-4",
    ],
  },
  openai: { what: "models over OpenAI's protocols", packages: ["@langchain/openai"] },
  anthropic: { what: "models of Anthropic", packages: ["@langchain/anthropic"] },
  google: { what: "models of Google", packages: ["@langchain/google"] },
  mcp: { what: "tools over MCP", packages: ["@modelcontextprotocol/sdk"] },
  neo4j: { what: "graphs in Neo4j", packages: ["neo4j-driver"] },
  queue: { what: "runs on several machines", packages: ["pg-boss"] },
  pdf: { what: "PDF files", packages: ["pdfjs-dist"] },
  spreadsheets: { what: "spreadsheets", packages: ["@e965/xlsx"] },
  code: { what: "programs", packages: ["tree-sitter-wasms"] },
} as const satisfies Record<string, { what: string; packages: readonly string[] }>;

export type OptionalPart = keyof typeof PARTS;

export function isInstalled(part: OptionalPart): boolean {
  return PARTS[part].packages.every(isThere);
}

/** No fault of a file or a configuration: nothing else is tried. */
export class MissingPart extends UserError {
  constructor(part: OptionalPart, cause?: unknown) {
    const { what, packages } = PARTS[part];
    const { devDependencies } = ownPackage();
    const missing = packages.filter((name) => !isThere(name));
    super("environment", `${what} need packages that are not installed`, {
      cause,
      hint: `npm install ${missing.map((name) => `${name}@${devDependencies[name]}`).join(" ")}`,
    });
  }
}

/** @throws MissingPart with the line that installs what is missing */
export function requirePart(part: OptionalPart): void {
  if (!isInstalled(part)) throw new MissingPart(part);
}

/** The part whose package an import did not find, whatever asked for it; null for any other error. */
export function partNotFound(error: unknown): MissingPart | null {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return null;
  const found = /'([^']+)'/.exec(message)?.[1] ?? "";
  const isOf = (name: string) => found === name || found.startsWith(`${name}/`);
  const part = (Object.keys(PARTS) as OptionalPart[]).find((one) => PARTS[one].packages.some(isOf));
  return part && !isInstalled(part) ? new MissingPart(part, error) : null;
}

/** The packages of the parts that are installed, with their versions. */
export function installedPackages(): Record<string, string> {
  const names = Object.values(PARTS).flatMap(({ packages }): readonly string[] => packages);
  return Object.fromEntries(
    names.flatMap((name) => {
      const file = packageFile(name);
      return file ? [[name, JSON.parse(readFileSync(file, "utf8")).version]] : [];
    }),
  );
}

/** Whether a package, of ours or of nobody's list, stands where we would import it from. */
export function isThere(name: string): boolean {
  return packageFile(name) !== undefined;
}

/** Looked up, not loaded: most packages do not export their package.json. */
function packageFile(name: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name, "package.json")).find((path) => existsSync(path));
}
