import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { readRecording } from "../../../base/providers/recording/file.ts";
import { journalPath } from "../../../base/providers/recording/journal.ts";
import { UserError } from "../../../base/user-error.ts";
import { type RecordingState, updateManifest } from "../../record/run-directory/manifest.ts";
import { checkContent } from "./check-content.ts";

type Named = Pick<RecordingState, "mode"> & { path: string };

/**
 * A recording as the command line names it, checked before anything starts. Gives its absolute path.
 * @throws UserError `recording` when it cannot be replayed, or another recording of it is not complete
 */
export async function checkRecording({ mode, path }: Named, cwd: string): Promise<Named> {
  const absolute = resolve(cwd, path);
  if (mode !== "record") checkContent((await readRecording(absolute)).content, absolute);
  else if (existsSync(journalPath(absolute)))
    throw new UserError("recording", `${journalPath(absolute)} is there: another run is still writing this recording`, {
      hint: "resume its run, or remove the file",
    });
  return { mode, path: absolute };
}

/** Notes in a new run's manifest what its calls go over. */
export async function noteRecording(runDirectory: string, { mode, path }: Named): Promise<void> {
  const file = relative(runDirectory, path).replaceAll("\\", "/");
  await updateManifest(runDirectory, () => ({ recording: { mode, cassette: file, hash: null, calls: null } }));
}

/** One line for the terminal. */
export function describeRecording({ mode, cassette: file }: RecordingState): string {
  const name = basename(file);
  const said = {
    record: `every call of a model is recorded to ${name}`,
    replay: `replayed from ${name}: no model is asked, no key is needed`,
    reuse: `answered from ${name} as long as an execution asks what was recorded; models answer the rest`,
  };
  return said[mode];
}
