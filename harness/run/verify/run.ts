import { UserError } from "../../../base/user-error.ts";
import { coloursOf } from "../../print/colours.ts";
import { completed, type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { hang, pad, printable } from "../../print/text.ts";
import { CHECKSUMS, readChecksums } from "../../record/run-directory/checksums.ts";
import { updateManifest } from "../../record/run-directory/manifest.ts";
import { openAnyRun } from "../../record/run-directory/open-run.ts";
import { recordAll, recordFiles } from "../../record/run-directory/record-files.ts";
import { type CheckResult, verifyRun } from "./verify-run.ts";

export interface VerifyFlags {
  accept?: string;
  json?: boolean;
  runsDir?: string;
}

/** Checks a run against itself and prints what it finds. Gives the exit code. */
export async function verifyCli(name: string, { accept, json, runsDir }: VerifyFlags, io: Io): Promise<number> {
  const run = await openAnyRun(name, { io, runsDir });
  if (accept !== undefined) await acceptAsItIs(run.runDirectory, accept);
  io.endAtOnce?.();
  const findings = await verifyRun(run);
  if (json) io.out(jsonText(findings, {}));
  else for (const finding of findings) io.out(render(finding, io));
  return findings.some(({ ok }) => ok === false) ? 1 : 0;
}

/** What a person vouches for: the file as it is now, or its absence. The list itself is made anew from all files. */
async function acceptAsItIs(runDirectory: string, path: string): Promise<void> {
  if (path === CHECKSUMS) {
    await recordAll(runDirectory);
    await updateManifest(runDirectory, () => ({ checksums: true }));
    return;
  }
  const list = await readChecksums(runDirectory);
  if (list === null || list.damaged)
    throw new UserError("run-directory", `the run has no list of checksums that ${path} could be put into`, {
      hint: `--accept ${CHECKSUMS} makes one from all files as they are`,
    });
  await recordFiles(runDirectory, [path.replace(/\/+$/, "")]);
}

const WIDTH = 21;

function render({ ok, check, detail, todo }: CheckResult, io: Io): string {
  const { green, red, yellow } = coloursOf(io);
  const sign = ok === null ? yellow("–") : ok ? green("✓") : red("✗");
  const [name, text] = [check, detail].map((each) => printable(each, { singleLine: true })) as [string, string];
  const beside = hang(" ".repeat(WIDTH + 3), text, roomOf(io));
  const line =
    name.length > WIDTH ? ` ${sign} ${name}\n${beside}` : ` ${sign} ${pad(name, WIDTH)}${beside.slice(WIDTH + 3)}`;
  if (todo === undefined) return line;
  return `${line}\n${hang(" ".repeat(WIDTH + 3), `-> ${printable(completed(io, todo), { singleLine: true })}`, roomOf(io))}`;
}
