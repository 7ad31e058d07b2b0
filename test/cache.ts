import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * The cache of all tests, never the user's own: what one test file builds, the others find. A folder for each state of `base/` and `db/`,
 * since a snapshot is known by its corpus and options, and not by the code that is being worked on.
 */
export function testCache(): string {
  const names = ["base", "db"].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((name) => join(room, name)),
  );
  const hash = createHash("sha256");
  for (const name of names.filter((one) => /\.(?:ts|mjs|sql)$/.test(one)).sort())
    hash.update(`${name}\n`).update(readFileSync(join(ROOT, name)));
  return join(ROOT, ".scopebench", `test-${hash.digest("hex").slice(0, 16)}`);
}

/** Every state leaves some 100 MB: those that nobody has opened for two hours go. */
export function removeOldCaches(): void {
  const caches = join(ROOT, ".scopebench");
  mkdirSync(caches, { recursive: true });
  for (const name of readdirSync(caches).filter((one) => one.startsWith("test-"))) {
    const opened = join(caches, name, "scratch");
    const at = existsSync(opened) ? statSync(opened).mtimeMs : statSync(join(caches, name)).mtimeMs;
    if (at < Date.now() - 7_200_000) rmSync(join(caches, name), { recursive: true, force: true });
  }
}
