import { dirname, join, normalize } from "node:path";
import { compareText } from "../../base/text-order.ts";

/** Contents of every file of the tree by its path from the root; null where it is no code. */
export type SourceTree = ReadonlyMap<string, string | null>;

/** What is in none of them: dependencies, compilers' settings, what every test runs under. */
const OF_ALL =
  /^(?:package(?:-lock)?\.json|tsconfig[^/]*|vitest\.config\.ts|test\/(?:cache|engine-flags|collect-memory|worker-pool)\.ts)$/;
const TEST = /^test\/.*\.test\.ts$/;

/**
 * Test files that a change can touch, each with the way from it to what changed. An edge is what a file names in a string: a module
 * that it imports, a program that it starts, a golden, a folder of templates (with all that is in it), from itself or from the root. A
 * test that names the root reads the tree and is always chosen.
 */
export function chooseTests(tree: SourceTree, changed: readonly string[]): Map<string, readonly string[]> {
  const users = usersByTarget(tree);
  const ways = new Map<string, readonly string[]>(changed.map((path) => [path, [path]]));
  const general = changed.find((path) => OF_ALL.test(path));
  for (const path of general ? tree.keys() : (users.get(".") ?? []))
    if (path.startsWith("test/") && !ways.has(path)) ways.set(path, [path, general ?? "the whole tree"]);
  // A map hands out what is added to it while it is gone through.
  for (const [path, way] of ways)
    for (const user of [path, ...foldersOf(path)].flatMap((target) => users.get(target) ?? []))
      if (!ways.has(user)) ways.set(user, [user, ...way]);
  const chosen = [...ways].filter(([path]) => TEST.test(path) && tree.has(path));
  return new Map(chosen.sort(([a], [b]) => compareText(a, b)));
}

function usersByTarget(tree: SourceTree): Map<string, string[]> {
  const known = new Set([...tree.keys()].flatMap((path) => [path, ...foldersOf(path)]));
  const users = new Map<string, string[]>();
  for (const [path, text] of tree)
    for (const target of text === null ? [] : targetsOf(path, text)) {
      // The root is an edge of tests alone: code of ours finds its package.json from there.
      if (target === "." ? !path.startsWith("test/") : !isModule(target) && !known.has(target)) continue;
      users.set(target, [...(users.get(target) ?? []), path]);
    }
  return users;
}

/** Of one that was deleted, too. */
const isModule = (target: string) => /\.[mc]?[jt]sx?$/.test(target);

const FROM_ITSELF = /["'`](\.{1,2}(?:\/[^"'`\n]*)?)["'`]/g;
const FROM_THE_ROOT = /["'`]([\w.-]+\/[^"'`\s]*)["'`]/g;

function targetsOf(path: string, commented: string): Set<string> {
  // Without comments, and `"..", "name"` as one path.
  const text = commented.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "").replaceAll('..", "', "../");
  const named = [...text.matchAll(FROM_ITSELF)].flatMap(({ 1: name = "", index }) => {
    // Alone, they are compared with more often than gone to.
    const isPlace = name.includes("/") || /dirname\b[^\n]*$/.test(text.slice(Math.max(0, index - 80), index));
    return isPlace ? [join(dirname(path), whole(name))] : [];
  });
  const fromRoot = [...text.matchAll(FROM_THE_ROOT)].map(([, name = ""]) => normalize(whole(name)));
  return new Set([...named, ...fromRoot].map((one) => one.replace(/\/$/, "")));
}

/** Up to what is put in when it runs: the folder is certain. */
function whole(name: string): string {
  const [fixed = ""] = name.split("${", 1);
  return fixed === name ? name : fixed.replace(/[^/]*$/, "");
}

/** The folders that a path lies in, without the root. */
function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
