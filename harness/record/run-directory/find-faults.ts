import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { sha256 } from "../../../base/hash.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { runWord } from "../../print/shell-word.ts";
import { CHECKSUMS, type Checksums, hashParts, isUnder, readChecksums } from "./checksums.ts";
import { isManifestWhole, type Manifest } from "./manifest.ts";
import { stageOf, WRITTEN_UNDER_LOCK } from "./parts.ts";
import { RUN_PATHS, runPath } from "./paths.ts";

/** One file that is not what was recorded of it. */
export interface FileFault {
  path: string;
  fault: "missing" | "changed" | "not recorded" | `holds ${string}`;
}

/**
 * Compares the files of the given parts with the list, leaving out what somebody is writing. [] where there is no list, or one that is
 * damaged: then nobody can say.
 */
export async function findFaults(runDirectory: string, parts: readonly string[]): Promise<FileFault[]> {
  const list = await readChecksums(runDirectory);
  if (list === null || list.damaged) return [];
  const open = list.open.map(({ part }) => part);
  const faults = compareWithList(list, await hashParts(runDirectory, parts), parts);
  return faults.filter(({ path }) => !isUnder(path, open));
}

/** Faults of a run's files, leaving out what stages that are not complete, and a process that has the run's lock, have written so far. */
export async function findFaultsOfRun(
  runDirectory: string,
  manifest: Manifest,
  parts: readonly string[],
): Promise<FileFault[]> {
  const frame = await faultsOfFrame(runDirectory, manifest);
  const inWork = existsSync(runPath(runDirectory, "lock")) ? WRITTEN_UNDER_LOCK : [];
  const faults = (await findFaults(runDirectory, parts)).filter(({ path }) => {
    const stage = stageOf(path);
    if (isUnder(path, FRAME) || isUnder(path, inWork) || (inWork.length > 0 && path.endsWith(".tmp"))) return false;
    return stage === null || manifest.stages[stage]?.status === "complete";
  });
  return [...frame, ...faults];
}

/** These vouch for themselves, or are there while somebody works. */
export const FRAME: readonly string[] = [RUN_PATHS.manifest, CHECKSUMS, `${CHECKSUMS}.lock`, RUN_PATHS.lock];

/** For a command that cannot go on with a run of which files are lost or changed. */
export function damagedRun(runDirectory: string, faults: readonly FileFault[]): UserError {
  return new UserError(
    "damaged-run",
    `${countOf(faults.length, "file")} of ${basename(runDirectory)} ${faults.length === 1 ? "is" : "are"} not what was recorded`,
    {
      problems: faults.map(({ path, fault }) => `${path}: ${fault}`),
      hint: `scopebench runs verify ${runWord(runDirectory)} says for each what to do`,
    },
  );
}

/** The manifest carries its own hash, and so does the list. */
async function faultsOfFrame(runDirectory: string, { checksums = false }: Manifest): Promise<FileFault[]> {
  const [text, list] = [await readFile(runPath(runDirectory, "manifest"), "utf8"), await readChecksums(runDirectory)];
  // An older version that packed a run listed its manifest, too.
  const listed = list?.hashes.get(RUN_PATHS.manifest);
  const whole = isManifestWhole(text) ?? (listed === undefined ? !checksums : listed === sha256(text));
  return [
    ...(whole ? [] : [fault(RUN_PATHS.manifest, "changed")]),
    ...(list === null && checksums ? [fault(CHECKSUMS, "missing")] : []),
    ...(list?.damaged ? [fault(CHECKSUMS, "changed")] : []),
  ];
}

function compareWithList(
  { hashes: expected }: Checksums,
  present: ReadonlyMap<string, string>,
  parts: readonly string[],
): FileFault[] {
  const listed = [...expected.keys()].filter((path) => parts.includes(".") || isUnder(path, parts));
  const places = new Map([...expected].map(([path, hash]) => [hash, path]));
  const missing = listed.filter((path) => !present.has(path));
  const added = [...present.keys()].filter((path) => !expected.has(path));
  const changed = listed.flatMap((path) => {
    const now = present.get(path);
    if (now === undefined || now === expected.get(path)) return [];
    const other = places.get(now);
    return [fault(path, other === undefined ? "changed" : `holds ${other}`)];
  });
  return [
    ...wholeFolders(missing, [...present.keys()]).map((path) => fault(path, "missing")),
    ...changed,
    ...wholeFolders(added, listed).map((path) => fault(path, "not recorded")),
  ].sort((a, b) => compareText(a.path, b.path));
}

/** A folder of the run in the place of its files where all of it is concerned: none of the others lies in it. */
function wholeFolders(paths: readonly string[], others: readonly string[]): string[] {
  const kept = new Set(others.map(folderOf));
  return [...new Set(paths.map((path) => (kept.has(folderOf(path)) ? path : folderOf(path))))];
}

/** The first part of a path; a file in the run itself is its own. */
function folderOf(path: string): string {
  return path.split("/", 1)[0] as string;
}

function fault(path: string, kind: FileFault["fault"]): FileFault {
  return { path, fault: kind };
}
