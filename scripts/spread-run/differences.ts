import { join } from "node:path";
import { fs, glob } from "zx";
import { canonicalJson } from "../../base/canonical-json.ts";

/** What says when and where a run was made, and what it was made with: databases of agents, the manifest with its checksums. */
const OF_ITS_OWN =
  /^(state|state_subjects|worker_traces|report)\/|^(manifest\.json|CHECKSUMS\.sha256|concurrency\.jsonl|spent\.jsonl|run\.lock|progress\.json|run_config\.json)$|timing|plots\/(time-|quality-cost|strategy-frontier)/;
/** Members of records that no two runs share. */
const TIMES = /^(started_at|start_ms|duration_ms|thread_id)$/;

/** Files of two run directories that are not the same but for times. */
export async function differences(a: string, b: string): Promise<{ compared: number; differing: string[] }> {
  const [here, there] = [await filesOf(a), await filesOf(b)];
  const differing = [
    ...here.filter((file) => !there.includes(file)).map((file) => `${file}: only in the first`),
    ...there.filter((file) => !here.includes(file)).map((file) => `${file}: only in the second`),
  ];
  const both = here.filter((file) => there.includes(file));
  for (const file of both) {
    const [first, second] = await Promise.all([a, b].map((run) => fs.readFile(join(run, file))));
    if (!first!.equals(second!) && timeless(file, first!) !== timeless(file, second!)) differing.push(file);
  }
  return { compared: both.length, differing };
}

async function filesOf(run: string): Promise<string[]> {
  const files = await glob("**", { cwd: run, dot: true });
  return files.filter((file) => !OF_ITS_OWN.test(file)).sort();
}

/**
 * Records in the order of their texts, since they are appended as they are made, and their members by name, as a recording keeps a
 * call's arguments; of the figures those that show no times.
 */
function timeless(file: string, content: Buffer): string {
  const text = content.toString();
  if (file === "plots/index.json") {
    const figures = JSON.parse(text) as { figure: string }[];
    return JSON.stringify(figures.filter(({ figure }) => !/^(time-|quality-cost|strategy-frontier)/.test(figure)));
  }
  if (!file.endsWith(".jsonl")) return text;
  const records = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => canonicalJson(JSON.parse(line, (name, value) => (TIMES.test(name) ? null : value))));
  return records.sort().join("\n");
}

/** The folder of the one run in a folder of runs. */
export async function onlyRun(runs: string): Promise<string> {
  const [manifest] = await glob(`${runs}/*/manifest.json`);
  if (manifest === undefined) throw new Error(`no run in ${runs}`);
  return join(manifest, "..");
}
