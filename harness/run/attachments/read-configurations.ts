import micromatch from "micromatch";
import { UserError } from "../../../base/user-error.ts";
import { readDeviceConfiguration } from "../../../import/attachments/device-configuration.ts";
import type { Attachment } from "../../../import/attachments/read-attachments.ts";
import { decodeFile } from "../../../import/sources/text/decode-file.ts";
import type { AttachedConfiguration } from "./find-features.ts";

/** Reads the attachments whose names say that they are configurations. `problems` are sentences that begin with the file. */
export async function readConfigurations(
  attached: readonly Attachment[],
  globs: readonly string[],
): Promise<{ configurations: AttachedConfiguration[]; problems: string[] }> {
  const configurations: AttachedConfiguration[] = [];
  const problems: string[] = [];
  for (const { record, file } of attached) {
    if (!isConfiguration(file.name, globs)) continue;
    const decoded = await decodeFile(file).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      problems.push(`${file.name}: ${error.message}`);
      return null;
    });
    if (decoded === null) continue;
    if (decoded.note !== null) problems.push(decoded.note);
    const read = readDeviceConfiguration(decoded.text);
    problems.push(...read.problems.map((problem) => `${file.name}: ${problem}`));
    if (read.blocks.length > 0) configurations.push({ record, name: file.name, blocks: read.blocks });
    else if (read.problems.length === 0) problems.push(`${file.name}: it holds no line of a configuration`);
  }
  return { configurations, problems };
}

function isConfiguration(name: string, globs: readonly string[]): boolean {
  return micromatch.isMatch(name, globs as string[], { basename: true, nocase: true, dot: true });
}
