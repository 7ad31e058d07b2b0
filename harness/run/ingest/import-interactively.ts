import { createInterface } from "node:readline";
import { count, countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import { type Imported, type ImportOptions, importSource } from "../../../import/sources/import-source.ts";
import { type Io, whileOnlyReading } from "../../print/io.ts";
import { printable } from "../../print/text.ts";

const EXAMPLES = 10;
const HELP =
  "change a guess with name=role (such as Bug=backlog_item, blocks=containment, Owner='left out'), Enter accepts all, r starts over, q quits";

/**
 * Shows what is taken for what, ten examples each, and reads corrections until a person takes it: `name=role` pairs, as
 * `--mapping` has them. Gives the pairs beside what was read, null when the person leaves.
 */
export async function importInteractively(
  path: string,
  { mapping: given = [], ...options }: ImportOptions,
  io: Io,
): Promise<{ imported: Imported; mapping: string[] } | null> {
  let mapping = [...given];
  const shown = new Set<string>();
  let imported = await show(path, { ...options, mapping }, { io, shown });
  const lines = createInterface({ input: io.input ?? process.stdin, signal: io.signal });
  try {
    io.error(HELP);
    for await (const line of lines) {
      const answer = line.trim();
      if (answer === "q" || io.signal.aborted) return null;
      if (answer === "" && imported) return { imported, mapping };
      if (answer !== "") {
        const wanted = answer === "r" ? [...given] : [...mapping, answer.replace(/=\s*'([^']*)'$/, "=$1")];
        if (answer === "r") shown.clear();
        const next = await show(path, { ...options, mapping: wanted }, { io, shown });
        // A pair that breaks what could be read is taken back; where nothing could be yet, others may follow.
        if (next || !imported) [mapping, imported] = [wanted, next];
      }
      io.error(HELP);
    }
  } finally {
    lines.close();
  }
  io.signal.throwIfAborted();
  throw new UserError("usage", "the input ended before anything was taken", {
    hint: "an empty line takes the guesses; without --interactive nothing is asked",
  });
}

/** Reads and shows what was not shown the last time, or says what stands in the way and gives null. */
async function show(
  path: string,
  options: ImportOptions,
  { io, shown }: { io: Io; shown: Set<string> },
): Promise<Imported | null> {
  try {
    const imported = await whileOnlyReading(io, () => importSource(path, options));
    const guesses = guessesOf(imported);
    const news = guesses.filter((guess) => !shown.has(guess));
    shown.clear();
    for (const guess of guesses) shown.add(guess);
    io.error(
      news.length > 0
        ? news.map((guess) => (guess.includes("\n") ? `${guess}\n` : guess)).join("\n")
        : "that changes nothing",
    );
    return imported;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.error(printable([error.message, ...error.problems.slice(0, EXAMPLES), error.hint ?? ""].join("\n  ")));
    return null;
  }
}

/** So many attributes of a table have their examples below each other; of more a line each, so that the rest is not lost among them. */
const MANY_ATTRIBUTES = 20;
const EXAMPLES_IN_LINE = 3;

function guessesOf({ corpus: { artifacts, links, mapping }, columns }: Imported): string[] {
  const titles = new Map(artifacts.map(({ id, title }) => [id, title]));
  const say = (id: string) => clip(titles.get(id) === id ? id : `${id} ${titles.get(id)}`);
  const attributes = grouped(
    columns.filter(({ role }) => role === "attribute"),
    ({ table }) => table,
  );
  const blocks = [
    ...columns.map(({ table, name, role, examples }) => {
      const head = `column ${clip(name)} of ${table} is ${role}`;
      const isOfMany = role === "attribute" && (attributes.get(table)?.length ?? 0) > MANY_ATTRIBUTES;
      if (isOfMany) return `${head}: ${examples.slice(0, EXAMPLES_IN_LINE).map(clip).join(", ")}`;
      return block(head, examples.map(clip));
    }),
    ...[...grouped(artifacts, ({ type }) => type)].map(([type, own]) =>
      block(
        `artifact type ${type} (${count(own.length)}) is ${mapping.artifactTypes[type]?.role}`,
        own.map(({ id }) => say(id)),
      ),
    ),
    ...[...grouped(links, ({ kind }) => kind)].map(([kind, own]) => {
      const mapped = Object.hasOwn(mapping.linkKinds, kind) ? mapping.linkKinds[kind] : undefined;
      const role = mapped ? `${mapped.role}${mapped.inverse ? ":inverse" : ""}` : "in no role";
      return block(
        `link kind ${kind} (${countOf(own.length, "link")}) is ${role}`,
        own.map(({ sourceId, targetId }) => `${say(sourceId)} -> ${say(targetId)}`),
      );
    }),
  ];
  return blocks.map((text) => printable(text));
}

function block(head: string, examples: readonly string[]): string {
  return [head, ...examples.slice(0, EXAMPLES).map((example) => `    ${example}`)].join("\n");
}

const LONGEST_EXAMPLE = 70;

function clip(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_EXAMPLE ? `${line.slice(0, LONGEST_EXAMPLE - 3).toWellFormed()}...` : line;
}
