import { shellWord } from "../../print/shell-word.ts";
import { whyNotAllowed } from "../../record/run-directory/allowed.ts";
import { CHECKSUMS, isUnder } from "../../record/run-directory/checksums.ts";
import type { FileFault } from "../../record/run-directory/find-faults.ts";
import { DATABASES, stageOf } from "../../record/run-directory/parts.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";

/** Who wrote a file, and what mends it. `run` is how commands name the run, as one word. */
export function adviceFor({ path, fault }: FileFault, run: string): { writer: string; todo: string } {
  if (fault === "not recorded") return { writer: "nobody", todo: adviceForUnknown(path, run) };
  const [, writer, todo] = COMMAND_PARTS.find(([parts]) => isUnder(path, parts)) ?? [];
  if (writer !== undefined && todo !== undefined) return { writer, todo: todo(run, path) };
  const stage = stageOf(path);
  if (stage === null)
    return {
      writer: "somebody",
      todo: `if that is meant: scopebench runs verify ${run} --accept ${shellWord(path)}`,
    };
  const again = isUnder(path, AGAIN) ? `scopebench runs stage ${stage} ${run} --again` : `scopebench resume ${run}`;
  if (stage === "report") return { writer: stage, todo: `scopebench report build ${run}` };
  return { writer: stage, todo: fault === "missing" || isUnder(path, AGAIN) ? again : `remove it, then: ${again}` };
}

/** Stages that make everything anew from the records. */
const AGAIN: readonly string[] = [RUN_PATHS.metrics, RUN_PATHS.trec, RUN_PATHS.plots];

type Advice = (run: string, path: string) => string;

const fromACopy: Advice = (run, path) =>
  `take it from a copy of the run; if the change is meant: scopebench runs verify ${run} --accept ${shellWord(path)}`;

/** What no stage writes, and the databases, which only extracting again needs. */
const COMMAND_PARTS: readonly [parts: readonly string[], writer: string, todo: Advice][] = [
  [[RUN_PATHS.manifest], "every command", () => "take it from a copy of the run: nothing else says what was run"],
  [[RUN_PATHS.config], "run", () => "take it from a copy of the run: nothing else says what was run"],
  [
    [CHECKSUMS],
    "every command",
    (run) => `scopebench runs verify ${run} --accept ${CHECKSUMS} rewrites it from the current files`,
  ],
  [
    DATABASES,
    "execute",
    (run, path) =>
      `no number depends on it, extractions/ holds what was read; to keep it so: scopebench runs verify ${run} --accept ${shellWord(path)}`,
  ],
  [
    [RUN_PATHS.progress, RUN_PATHS.live],
    "run",
    (run) => `no number depends on it; scopebench resume ${run} rewrites it`,
  ],
  [[RUN_PATHS.concurrency, RUN_PATHS.spent], "run", fromACopy],
  [[RUN_PATHS.ratings], "rate", fromACopy],
  [[RUN_PATHS.offlineJudging], "packets", fromACopy],
  [[RUN_PATHS.preferences], "prefer", (run) => `remove it, then: scopebench judge prefer ${run} asks again`],
  [[RUN_PATHS.probes], "probe", (run) => `remove it, then: scopebench judge probe ${run} asks again`],
  [
    [RUN_PATHS.comparison, RUN_PATHS.baselineExecutions],
    "report build",
    (run) => `scopebench report build ${run} --baseline RUN rebuilds it`,
  ],
  [[RUN_PATHS.notebooks], "report serve", (run) => `if you edited it: scopebench report build ${run} takes it in`],
  [[RUN_PATHS.pages], "report new", (run) => `if you edited it: scopebench report build ${run} takes it in`],
];

function adviceForUnknown(path: string, run: string): string {
  if (isLeftover(path)) return `scopebench resume ${run}, or remove it`;
  if (whyNotAllowed(path) !== null) return "look at it, then move it out of the run";
  return `move it out of the run, or keep it: scopebench runs verify ${run} --accept ${shellWord(path)}`;
}

/** What was being written: a file or folder under the name of its process. */
export function isLeftover(path: string): boolean {
  return /\.(?:tmp|old)(?:\/|$)/.test(path);
}
