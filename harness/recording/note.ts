import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { readCassette } from "../../base/providers/recording/cassette-file.ts";
import { journalPath } from "../../base/providers/recording/journal.ts";
import { UserError } from "../../base/user-error.ts";
import { type RecordingState, updateManifest } from "../run-directory/manifest.ts";

type Named = Pick<RecordingState, "mode"> & { path: string };

/**
 * A cassette as the command line names it, checked before anything starts. Gives its absolute path.
 * @throws UserError `cassette` when it cannot be replayed, or another recording of it is not complete
 */
export async function checkCassette({ mode, path }: Named, cwd: string): Promise<Named> {
  const absolute = resolve(cwd, path);
  if (mode === "replay") await readCassette(absolute);
  else if (existsSync(journalPath(absolute)))
    throw new UserError("cassette", `${journalPath(absolute)} is there: a recording to it is not complete`, {
      hint: "resume its run, or remove the file",
    });
  return { mode, path: absolute };
}

/** Notes in a new run's manifest that it is recorded or replayed. */
export async function noteRecording(runDirectory: string, { mode, path }: Named): Promise<void> {
  const cassette = relative(runDirectory, path).replaceAll("\\", "/");
  await updateManifest(runDirectory, () => ({ recording: { mode, cassette, hash: null, calls: null } }));
}

/** One line for the terminal. */
export function describeRecording({ mode, cassette }: RecordingState): string {
  const name = basename(cassette);
  return mode === "replay"
    ? `replayed from ${name}: no model is asked, no key is needed`
    : `every call of a model is recorded to ${name}`;
}
