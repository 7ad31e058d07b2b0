import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { cacheDirectoryOf } from "../../base/cache-directory.ts";
import { type Act, type Consents, describeAct } from "../../base/consent/consent.ts";
import { contentKey } from "../../base/consent/content-key.ts";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { UserError } from "../../base/user-error.ts";
import { writeFileAtomic } from "../run-directory/atomic.ts";
import type { Io } from "./io.ts";
import { printable } from "./text.ts";

/**
 * Asks at the terminal before something is run, imported or sent for the first time, and remembers the answer in the user's cache: asked again
 * where a file that is named by an absolute path, or what it imports by a plain relative one, changed (`content-key.ts`). Without a terminal
 * only `--trust` agrees, for that one command.
 */
export function makeConsents(io: Io, { trusted }: { trusted: boolean }): Consents {
  if (trusted) return { ask: () => Promise.resolve() };
  const folder = join(cacheDirectoryOf(io.environment), "consents");
  const agreed = new Set<string>();
  const ask = async (acts: readonly Act[]): Promise<void> => {
    const open = new Map<string, string>();
    for (const act of acts) {
      const key = await contentKey(act);
      if (agreed.has(key)) continue;
      const text = describeAct(act);
      if (await isKept(join(folder, key), text)) agreed.add(key);
      else open.set(key, text);
    }
    if (open.size === 0) return;
    if (!(await agreesAtTerminal([...open.values()], io))) throw refusal([...open.values()]);
    await makePrivateFolder(folder);
    for (const [key, text] of open) {
      await writeFileAtomic(join(folder, key), text);
      agreed.add(key);
    }
  };
  // One question at a time: what several ask for at once is answered once.
  let last: Promise<void> = Promise.resolve();
  return {
    ask(acts) {
      const next = last.then(() => ask(acts));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

function isKept(path: string, text: string): Promise<boolean> {
  return readFile(path, "utf8").then(
    (kept) => kept === text,
    () => false,
  );
}

async function agreesAtTerminal(acts: readonly string[], io: Io): Promise<boolean> {
  if (!io.interactive || (io.input === undefined && !process.stdin.isTTY)) return false;
  io.error("This configuration");
  for (const act of acts) io.error(`  ${printable(act, { singleLine: true })}`);
  const lines = createInterface({ input: io.input ?? process.stdin, output: process.stderr, signal: io.signal });
  try {
    return /^y(es)?$/i.test((await lines.question("Do you trust whoever wrote it? [y/N] ")).trim());
  } finally {
    lines.close();
  }
}

function refusal(acts: readonly string[]): UserError {
  return new UserError("usage", "the configuration does what nobody has agreed to here", {
    problems: acts.map((act) => `it ${act}`),
    hint: "if you trust whoever wrote it, add --trust; at a terminal you are asked once",
  });
}
