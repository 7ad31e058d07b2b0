import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { asEnvironmentError, writeFileAtomic } from "../../../base/atomic.ts";
import { cacheDirectoryOf } from "../../../base/cache-directory.ts";
import { type Act, type Consents, describeAct, type Origin } from "../../../base/consent/consent.ts";
import { contentKeys } from "../../../base/consent/content-key.ts";
import { hashOf } from "../../../base/hash.ts";
import { makePrivateFolder } from "../../../base/private-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import { RUN_PATHS } from "../run-directory/paths.ts";

/**
 * Asks at the terminal before something is run, imported or sent for the first time, and remembers the answer in the user's cache, for
 * the configuration's place and the content of its folder (`content-key.ts`). For a run that was not made here, or a job of a queue,
 * nothing is remembered. Without a terminal only `--trust` agrees, for that one command.
 */
export function makeConsents(io: Io, { trusted }: { trusted: boolean }): Consents {
  const cache = cacheDirectoryOf(io.environment);
  const runs = makeOwnRuns(join(cache, "own-runs"));
  const kept = join(cache, "consents");
  const agreed = new Set<string>();
  let file: string | null | undefined;

  const keysOf = async (acts: readonly Act[]): Promise<(string | null)[]> => {
    if (typeof file !== "string") return acts.map(() => null);
    const { environment } = io;
    const ownCache = await realpath(cache).catch(() => cache);
    const isData = async (folder: string): Promise<boolean> =>
      folder === ownCache || (existsSync(join(folder, RUN_PATHS.manifest)) && (await runs.fileOf(folder)) !== null);
    return contentKeys(acts, { file, environment, isData });
  };
  const ask = async (all: readonly Act[]): Promise<void> => {
    const acts = all.filter((act) => !agreed.has(describeAct(act)));
    if (acts.length === 0) return;
    const keys = await keysOf(acts);
    const open = new Map<string, string | null>();
    for (const [at, act] of acts.entries()) {
      const [text, key] = [describeAct(act), keys[at] ?? null];
      if (key !== null && (await isKept(join(kept, key), text))) agreed.add(text);
      else open.set(text, key);
    }
    if (open.size === 0) return;
    if (!(await agreesAtTerminal(open, { io, file: file ?? null }))) throw refusal([...open.keys()]);
    for (const [text, key] of open) {
      if (key !== null) await keptIfPossible(keep(join(kept, key), text));
      agreed.add(text);
    }
  };
  const fileOf = (origin: Origin): string | null | Promise<string | null> =>
    origin.type === "file" ? origin.path : origin.type === "run" ? runs.fileOf(origin.runDirectory) : null;
  // One question at a time: what several ask for at once is answered once.
  let last: Promise<void> = Promise.resolve();
  return {
    ask(acts) {
      if (trusted) return Promise.resolve();
      const next = last.then(() => ask(acts));
      last = next.catch(() => undefined);
      return next;
    },
    async from(origin) {
      const found = await fileOf(origin);
      if (file === undefined || found === file) file = found;
      else {
        // A run beside a configuration, or two runs: what was agreed to for one is not for the other.
        file = null;
        agreed.clear();
      }
    },
    async made(runDirectory) {
      if (typeof file === "string") await keptIfPossible(runs.note(runDirectory, file));
    },
  };
}

async function keep(path: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  await writeFileAtomic(path, text);
}

/** Where the cache cannot be written, one is asked again. Whether a run can do without it is not for this to say. */
async function keptIfPossible(writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) => {
    if (!(asEnvironmentError(error, "") instanceof UserError)) throw error;
  });
}

function isKept(path: string, text: string): Promise<boolean> {
  return readFile(path, "utf8").then(
    (kept) => kept === text,
    () => false,
  );
}

async function agreesAtTerminal(
  acts: ReadonlyMap<string, string | null>,
  { io, file }: { io: Io; file: string | null },
): Promise<boolean> {
  if (!io.interactive || (io.input === undefined && !process.stdin.isTTY)) return false;
  io.error("This configuration");
  for (const act of acts.keys()) io.error(`  ${printable(act)}`);
  io.error(howLong(acts, file));
  const input = io.input ?? process.stdin;
  if (!input.readable) return false;
  const lines = createInterface({ input, output: process.stderr, signal: io.signal });
  const ended = once(lines, "close").then(() => ""); // By Ctrl-D.
  try {
    const answer = await Promise.race([lines.question("Do you trust its author? [y/N] "), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

function howLong(acts: ReadonlyMap<string, string | null>, file: string | null): string {
  if (file === null) return "It came with a run or a job that was not made here: you are asked at every start.";
  const folder = printable(dirname(file), { singleLine: true });
  if ([...acts.values()].includes(null))
    return `You are asked at every start: it names files outside of ${folder}, or there is more in there than a start looks through.`;
  return `You are asked again when a file in ${folder} changes.`;
}

function refusal(acts: readonly string[]): UserError {
  return new UserError("usage", "the configuration does something that was not agreed to on this machine", {
    problems: acts.map((act) => `it ${act}`),
    hint: "if you trust its author, add --trust; in a terminal you are asked",
  });
}

/** Which runs were made here, and from which file: kept in the user's cache, since a run that came from elsewhere may say anything. */
function makeOwnRuns(folder: string) {
  return {
    async note(runDirectory: string, file: string): Promise<void> {
      await makePrivateFolder(folder);
      await writeFileAtomic(join(folder, await identityOf(runDirectory)), file);
    },
    /** The configuration's file; null for a run that was made elsewhere, copied or moved. */
    async fileOf(runDirectory: string): Promise<string | null> {
      return readFile(join(folder, await identityOf(runDirectory)), "utf8").catch(() => null);
    },
  };
}

/** A copy lies in another place or, in the place of a run that was removed, began at another time. */
async function identityOf(runDirectory: string): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(runDirectory, { bigint: true });
  return hashOf([await realpath(runDirectory), String(dev), String(ino), String(birthtimeNs)]);
}
