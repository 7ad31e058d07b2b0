import { fs, glob } from "zx";
import { STAGE_NAMES, type StageName } from "../../harness/record/run-directory/graph.ts";
import type { CheckResult } from "../../harness/run/verify/verify-run.ts";
import { scopebench } from "./processes.ts";

interface Expected {
  metrics: string;
  /** The last stage that was to be run. */
  until: StageName;
}

/** What is wrong with the only run of a folder: other metrics than expected, and what `verify` finds. */
export async function faultsOf(runs: string, { metrics, until }: Expected): Promise<string[]> {
  const { exitCode, stdout, stderr } = await scopebench("runs", "verify", "latest", "--json", "--runs-dir", runs);
  const ended = exitCode === 0 || exitCode === 1;
  const findings = (ended ? JSON.parse(stdout) : []) as CheckResult[];
  const bad = findings.filter((finding) => finding.ok === false && !isLeftOut(finding, until));
  return [
    ...((await metricsOf(runs)) === metrics ? [] : ["other metrics"]),
    ...(ended ? [] : [`verify ended with ${exitCode}: ${stderr.slice(-500)}`]),
    ...bad.map(({ check, detail }) => `${check}: ${detail}`),
  ];
}

/** Only the stages after the last, and all of these. */
function isLeftOut({ check, detail }: CheckResult, until: StageName): boolean {
  const after = STAGE_NAMES.slice(STAGE_NAMES.indexOf(until) + 1);
  return check === "stages" && detail.endsWith(`: ${after.join(", ")}`);
}

/** Every file of `metrics/` but the timings, by name. */
export async function metricsOf(runs: string): Promise<string> {
  const files = await glob(`${runs}/*/metrics/**`, { ignore: [`${runs}/*/metrics/**/timing*`] });
  const texts = files.sort().map(async (file) => [file.split("/metrics/")[1], await fs.readFile(file, "utf8")]);
  return JSON.stringify(await Promise.all(texts));
}
