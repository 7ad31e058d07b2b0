import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The browser application's files by path, bundled when the service starts; nothing in them is loaded from elsewhere. */
export type AppFiles = ReadonlyMap<string, { headers: Record<string, string>; text: string }>;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Of one process all services serve the same: bundling takes half a second of processor time. */
let scripts: ReturnType<typeof bundleScripts> | undefined;

/** @param style what all pages of ours wear */
export async function bundleApp(style: string): Promise<AppFiles> {
  const path = (name: string) => fileURLToPath(new URL(`./app/${name}`, import.meta.url));
  // Compiled where the package is installed.
  scripts ??= bundleScripts(path(extname(import.meta.url) === ".ts" ? "main.tsx" : "main.js"));
  const [script, html, own] = await Promise.all([
    scripts,
    readFile(path("index.html"), "utf8"),
    readFile(path("style.css"), "utf8"),
  ]);
  const file = (type: string, text: string) => ({
    text,
    headers: {
      ...{ "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" },
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
    },
  });
  return new Map([
    ["/", file("text/html", html)],
    ["/app.css", file("text/css", `${style}\n${own}`)],
    ...script.map(({ name, text }) => [`/${name}`, file("text/javascript", text)] as const),
  ]);
}

/** `app.js`, and in files of its own what is loaded only when it is asked for. */
async function bundleScripts(entry: string): Promise<{ name: string; text: string }[]> {
  const { outputFiles } = await build({
    ...{ entryPoints: { app: entry }, outdir: "app", splitting: true, chunkNames: "app-[hash]" },
    ...{ bundle: true, minify: true, write: false, logLevel: "silent", legalComments: "none" },
    ...{ format: "esm", platform: "browser", jsx: "automatic", jsxImportSource: "preact", tsconfigRaw: {} },
  });
  return outputFiles.map(({ path, text }) => ({ name: basename(path), text }));
}
