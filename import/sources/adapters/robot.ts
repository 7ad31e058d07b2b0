import { posix } from "node:path";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type SourceItem } from "../items.ts";
import { readEach } from "../read-each.ts";
import { readOutput } from "../robot/read-output.ts";
import { type RobotBlock, type RobotFile, readRobot } from "../robot/read-robot.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { linkOfTag } from "../tags.ts";
import { decodeFile } from "../text/decode-file.ts";
import { sayAbove } from "../text/untaken.ts";
import { headOf, rootName } from "../text/xml.ts";

export const robotAdapter: SourceAdapter = {
  name: "robot",
  reads:
    "Robot Framework suites and resources (.robot, .resource) in every language that it speaks, folders with __init__.robot; or output.xml",
  keeps:
    "suites, tests, tasks and user keywords with documentation and steps; tags of tests, of their suite and of the folders above, as links: those that name a requirement as verifies, the others as tag; resources, libraries, metadata; of output.xml the outcome of each test and its message",
  drops: "variables, comments, what keywords logged; setups and teardowns stay as attributes; output.xml beside suites",
  claim,
  read,
};

const isRobot = ({ name }: SourceFile) => /\.(robot|resource)$/i.test(name);

const isOutput = (file: SourceFile) => /\.xml$/i.test(file.name) && rootName(headOf(file)) === "robot";

function claim(file: SourceFile): Claim | null {
  if (isOutput(file)) return { certainty: 0.95, why: `${file.name} is an output of Robot Framework` };
  return isRobot(file) && /^\*+ *\p{L}/mu.test(headOf(file))
    ? { certainty: 1, why: `${file.name} has sections of Robot Framework` }
    : null;
}

interface Suite extends RobotFile {
  name: string;
  path: string;
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const isAlone = files.length === 1;
  const outputs = files.filter((file) => (isAlone ? /\.xml$/i.test(file.name) : isOutput(file)));
  const wanted = isAlone && outputs.length === 0 ? files : files.filter(isRobot);
  if (wanted.length === 0) return contentOfOutputs(outputs, context);
  const notes = outputs.map(
    ({ name }) => `${name} tells of runs of suites that are here: left out; import it alone for outcomes`,
  );
  const suites = await readEach(wanted, context, async (file): Promise<Suite> => {
    const { text, note } = await decodeFile(file);
    if (note) notes.push(note);
    return {
      name: file.name,
      path: file.name.replace(/\.(robot|resource)$/i, ""),
      ...readRobot(text, file.name, context.problems),
    };
  });
  const items = suites.flatMap((suite) => [itemOfSuite(suite), ...itemsOfBlocks(suite, suites)]);
  const count = (type: string) => items.filter((item) => item.type === type).length;
  return contentOfItems(items, {
    counts: {
      suites: suites.filter(({ blocks }) => blocks.some(({ kind }) => kind !== "keyword")).length,
      tests: count("test") + count("task"),
      keywords: count("keyword"),
      tags: items.filter(({ type }) => type !== "keyword").reduce((sum, { links }) => sum + links.length, 0),
    },
    roles: { task: { role: "test_case" } },
    notes: [
      ...notes,
      ...sayAbove(
        suites.map(({ name, rowsAbove }) => [name, rowsAbove]),
        "section",
      ),
    ],
  });
}

async function contentOfOutputs(files: readonly SourceFile[], context: ReadContext): Promise<SourceContent> {
  const all = (await readEach(files, context, (file) => readOutput(file, context))).flat();
  const items = [...new Map(all.map((item) => [item.id, item])).values()];
  const tests = items.filter(({ type }) => type !== "suite");
  const outcomes = ["PASS", "FAIL", "SKIP"].map(
    (outcome) => [outcome, tests.filter(({ meta }) => meta.last_outcome === outcome).length] as const,
  );
  return contentOfItems(items, {
    counts: {
      suites: items.length - tests.length,
      tests: tests.length,
      tags: tests.reduce((sum, { links }) => sum + links.length, 0),
      ...Object.fromEntries(outcomes),
    },
    roles: { task: { role: "test_case" } },
    notes: items.length < all.length ? ["several outputs tell of one test: the last counts, by the file's name"] : [],
  });
}

function itemOfSuite({ name, path, settings }: Suite): SourceItem {
  const { documentation = [], ...rest } = Object.fromEntries(settings);
  const type = /\.resource$/i.test(name) ? "resource" : "suite";
  const title = posix
    .basename(path)
    .replace(/^\d+__/, "")
    .replaceAll("_", " ");
  return {
    id: path,
    type,
    title,
    text: [title, lineOf(documentation)].join("\n"),
    meta: metaOf(rest),
    links: [],
    place: `${name}:1`,
  };
}

/** A second test of one name in a file is told apart by its number. */
function itemsOfBlocks(suite: Suite, suites: readonly Suite[]): SourceItem[] {
  const numbers = new Map<string, number>();
  return suite.blocks.map((block) => {
    const { kind, name, settings, steps, line } = block;
    const base = `${suite.path}::${kind === "keyword" ? "keyword " : ""}${name}`;
    const number = (numbers.get(base) ?? 0) + 1;
    numbers.set(base, number);
    const { documentation = [], tags: _tags, ...rest } = Object.fromEntries(settings);
    const place = `${suite.name}:${line}`;
    return {
      id: number === 1 ? base : `${base} (${number})`,
      type: kind,
      title: name,
      text: [name, lineOf(documentation), ...steps].filter((part) => part !== "").join("\n"),
      meta: { suite: suite.path, ...metaOf(rest) },
      links: tagsOf(block, suite, suites).map((tag) => linkOfTag(tag, place)),
      place,
    };
  });
}

/** As Robot Framework 7 has them: its own or the default ones, and those of the suite and the folders above, but for `-tag`. */
function tagsOf({ kind, settings }: RobotBlock, suite: Suite, suites: readonly Suite[]): string[] {
  const own = tagList(settings.get("tags"));
  const isOff = (tag: string) => own.some((said) => said.startsWith("-") && plain(said.slice(1)) === plain(tag));
  const added = own.filter((tag) => !tag.startsWith("-") && tag.toUpperCase() !== "NONE");
  if (kind === "keyword") return distinct([...added, ...tagList(suite.settings.get("keyword tags"))]);
  const folders = suites.filter(
    ({ path }) => posix.basename(path) === "__init__" && suite.path.startsWith(path.slice(0, -"__init__".length)),
  );
  const above = [...folders.filter(({ name }) => name !== suite.name), suite].flatMap((at) =>
    ["test tags", "task tags", "force tags"].flatMap((name) => tagList(at.settings.get(name))),
  );
  const defaults = settings.has("tags") ? [] : tagList(suite.settings.get("default tags"));
  return distinct([...above.filter((tag) => !isOff(tag)), ...added, ...defaults]);
}

const tagList = (cells: readonly string[] = []) => cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
/** Case, blanks and underscores do not tell tags apart. */
const plain = (tag: string) => tag.toLowerCase().replace(/[\s_]+/g, "");

function distinct(tags: readonly string[]): string[] {
  return [...new Map(tags.toReversed().map((tag) => [plain(tag), tag])).values()].reverse();
}

function lineOf(cells: readonly string[]): string {
  return cells
    .join(" ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

function metaOf(settings: Readonly<Record<string, string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, cells]) => [name.replaceAll(" ", "_"), lineOf(cells)]),
  );
}
