import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compareText } from "../../../base/text-order.ts";
import { CHECKSUMS, isUnder } from "./checksums.ts";
import { DATABASES } from "./parts.ts";
import { RUN_PATHS, type RunPath } from "./paths.ts";

/**
 * What each part of a run may hold: a file by itself, or a folder with files of these endings, `flat` where it has no folders.
 * Null: lies in another part of this list. A new entry of `RUN_PATHS` does not compile without its line.
 */
const HOLDS: Record<RunPath, "file" | "database" | null | { endings: readonly string[]; flat?: true }> = {
  manifest: "file",
  config: "file",
  scenarios: "file",
  corpusIds: "file",
  patterns: "file",
  lock: "file",
  concurrency: "file",
  progress: "file",
  live: { endings: ["jsonl"], flat: true },
  spent: "file",
  state: "database",
  externalAgentState: "database",
  rawOutput: { endings: ["jsonl"], flat: true },
  workerTraces: { endings: ["jsonl", "md"] },
  replaced: { endings: ["jsonl"] },
  extractions: { endings: ["jsonl"], flat: true },
  prompts: { endings: ["md"], flat: true },
  verdicts: { endings: ["jsonl"], flat: true },
  calibration: { endings: ["jsonl"], flat: true },
  meta: { endings: ["jsonl"], flat: true },
  probes: { endings: ["jsonl"], flat: true },
  offlineJudging: { endings: ["jsonl", "json", "md"] },
  primaryAnswers: null,
  calibrationAnswers: null,
  preferences: { endings: ["jsonl"], flat: true },
  ratings: { endings: ["jsonl", "json"], flat: true },
  baselines: { endings: ["jsonl"], flat: true },
  benchmark: { endings: ["json", "run", "txt"], flat: true },
  metrics: { endings: ["json", "jsonl", "csv", "md", "tex"] },
  scores: null,
  baselineScores: null,
  perExecution: null,
  unscored: null,
  functional: null,
  scored: null,
  times: null,
  tables: null,
  trec: { endings: ["txt", "run"], flat: true },
  comparison: "file",
  baselineExecutions: "file",
  // Markdown alone: beside a page, anything else is a loader that a build would run.
  pages: { endings: ["md"], flat: true },
  notebooks: { endings: ["json"], flat: true },
  plots: { endings: ["svg", "png", "pdf", "csv", "json"] },
  report: { endings: ["html"], flat: true },
};

/** The folders of a built report. At its top lie pages alone: what servers and package managers read there is no page. */
const REPORT_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  _file: ["css", "json", "jsonl", "woff2", "svg", "png"],
  _import: ["js"],
  _npm: ["js"],
  _node: ["js"],
  _observablehq: ["js", "css"],
  components: ["js", "css"],
  data: ["json", "jsonl", "parquet", "txt"],
  duckdb: ["js", "gz", "wasm"],
  plots: ["html", "svg", "png", "pdf", "csv", "json"],
  tables: ["html", "csv", "json", "md", "tex"],
};

/** Names that scopebench gives: plain ASCII, so that none looks like another, none begins with a dot, none ends with one. */
const SEGMENT = /^[A-Za-z0-9_@](?:[A-Za-z0-9._@+=~-]*[A-Za-z0-9_@+=~-])?$/;
/** Windows takes these for devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(?:\.|$)/i;
/** Folders and files that other programs take orders from, wherever they lie. */
const FOREIGN =
  /^(?:node_modules|package(?:-lock)?\.json|serve\.json|tsconfig\.json|web\.config|bench\.yaml|(?:agents|claude|gemini|copilot-instructions|skill)\.md|.+\.config\.js)$/i;
/** A database is data. Its server would load these where a setting named them. */
const PROGRAM = /\.(?:so|dylib|dll|exe|node|wasm|[cm]?[jt]s|py|rb|pl|sh|bat|cmd|ps1)$/i;
const LONGEST_SEGMENT = 255;

/** Why a run may not hold a file of this path (relative, with `/`), in words; null where it may. */
export function whyNotAllowed(path: string): string | null {
  const segments = path.split("/");
  if (segments.some((segment) => !SEGMENT.test(segment) || segment.length > LONGEST_SEGMENT))
    return "expected a relative path of plain names: letters, digits, . _ @ + = ~ -, no dot at the begin or end";
  if (segments.some((segment) => DEVICE.test(segment))) return "a name that Windows takes for a device";
  if (segments.some((segment) => FOREIGN.test(segment))) return "a name that other programs take orders from";
  return isAllowedPlace(path) ? null : "no part of a run";
}

/** The same for a packed run, which leaves out the agents' databases and what belongs to a machine. */
export function whyNotPacked(path: string): string | null {
  if (isUnder(path, DATABASES) || path === RUN_PATHS.lock) return "no part of a packed run";
  return whyNotAllowed(path);
}

function isAllowedPlace(path: string): boolean {
  if (path === CHECKSUMS || path === `${CHECKSUMS}.lock`) return true;
  return (Object.keys(HOLDS) as RunPath[]).some((part) => {
    const holds = HOLDS[part];
    const root = RUN_PATHS[part];
    if (holds === "file") return path === root;
    if (holds === null || !path.startsWith(`${root}/`)) return false;
    if (holds === "database") return !PROGRAM.test(path);
    const rest = path.slice(root.length + 1);
    if (part === "report" && rest.includes("/")) return hasEnding(rest, REPORT_FOLDERS[rest.split("/", 1)[0]!] ?? []);
    return (!holds.flat || !rest.includes("/")) && hasEnding(rest, holds.endings);
  });
}

function hasEnding(path: string, endings: readonly string[]): boolean {
  return endings.some((ending) => path.endsWith(`.${ending}`));
}

/** Symbolic links, devices, sockets and pipes in a folder, by path: a run holds files and folders alone. */
export async function specialFilesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const special = entries.filter((entry) => !entry.isFile() && !entry.isDirectory());
  return special
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"))
    .sort(compareText);
}
