import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { compareText } from "../../base/text-order.ts";
import type { BaseInput } from "./base-input.ts";
import { FOUND } from "./found.ts";
import type { RecordLayout } from "./mutations.ts";
import { filesOfZip, zipOf } from "./packed.ts";

/** Larger files would take most of the time, and their records are of no other kinds. Of files of lines the first are taken. */
const MOST_BYTES = 300_000;
const MOST_LINES = 200;

/** Files of the folders that somebody else wrote and that a reader is for. Those of one name below two folders are one. */
export async function findInputs(folders: readonly string[]): Promise<BaseInput[]> {
  const found = new Map<string, string>();
  for (const folder of folders)
    for (const path of await filesOf(folder)) if (!found.has(path)) found.set(path, join(folder, path));
  const inputs: BaseInput[] = [];
  for (const [path, place] of [...found].sort(([a], [b]) => compareText(a, b)))
    for (const kind of FOUND)
      if (kind.files.test(path) && (await stat(place)).size <= MOST_BYTES)
        inputs.push(...(await inputsOf(kind, place)));
  return inputs;
}

async function filesOf(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

async function inputsOf(
  { reader, layout, beside, within }: (typeof FOUND)[number],
  place: string,
): Promise<BaseInput[]> {
  const path = place.split("/").at(-1) as string;
  const others = await besides(dirname(place), beside ?? []);
  if (!within) return [{ reader, path, layout, text: cut(await readFile(place, "utf8"), layout), ...others }];
  const files = await filesOfZip(await readFile(place)).catch(() => null); // Some are broken on purpose.
  const text = files?.[within];
  if (!files || !text) return [];
  return [
    { reader, path, layout, text: text.toString("utf8"), pack: (changed) => zipOf({ ...files, [within]: changed }) },
  ];
}

async function besides(folder: string, names: readonly string[]): Promise<Pick<BaseInput, "beside">> {
  if (names.length === 0) return {};
  const texts = names.map(
    async (name) => [name, await readFile(join(folder, name), "utf8").catch(() => null)] as const,
  );
  const there = (await Promise.all(texts)).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
  return { beside: Object.fromEntries(there) };
}

function cut(text: string, { each }: RecordLayout): string {
  return each === undefined
    ? text
    : text
        .split(/(?<=\n)/)
        .slice(0, MOST_LINES)
        .join("");
}
