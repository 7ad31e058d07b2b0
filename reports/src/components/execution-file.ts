import type { ExecutionData } from "../../../harness/show/report/site-data.ts";

/** Before the name of an execution that is the baseline's, and in a folder of its own. */
const BASELINE = "baseline:";

/** A report of more than 20,000 executions has the traces of about so many. */
const MISSING =
  "of many executions it has a sample. `scopebench report serve` of the run makes the others from its records";

export function isOfBaseline(name: string): boolean {
  return name.startsWith(BASELINE);
}

/** The execution of the same name in the baseline. */
export function baselineName(name: string): string {
  return `${BASELINE}${name}`;
}

/** All that the report has of one execution. */
export async function loadExecution(name: string): Promise<ExecutionData> {
  const [folder, file] = isOfBaseline(name)
    ? ["baseline/executions", name.slice(BASELINE.length)]
    : ["executions", name];
  const response = await fetch(`./data/${folder}/${encodeURIComponent(file)}.json`);
  if (response.status === 404) throw new Error(`the trace of ${name} is not in this report: ${MISSING}`);
  if (!response.ok) throw new Error(`the trace of ${name} could not be loaded (${response.status})`);
  return response.json();
}
