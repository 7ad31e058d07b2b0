import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import type { Random } from "../../base/random.ts";
import { makeWiki } from "../services/dokuwiki.ts";
import { type AskedQuery, writeQueries } from "./check-queries.ts";
import type { QueryLanguage } from "./language.ts";
import type { DokuWikiTerm } from "./parse-dokuwiki.ts";
import type { RocketChatTree } from "./parse-rocketchat.ts";
import type { SynapseTerm } from "./parse-synapse.ts";

/** What a query looks for, as far as all of the languages have it. */
interface LookedFor {
  texts: string[];
  /** Whatever else it says: operators, filters. */
  rest: unknown;
}

/** The code by which a product itself reads queries, where it is installed. */
interface OwnParser {
  language: string;
  product: string;
  /** Null where it is not here. */
  command(folder: string): Promise<readonly [string, ...string[]] | null>;
  /** What it is given of a query; its text where this is left out. */
  given?(written: string, expected: unknown): unknown;
  /** What it says, and what it should have: read from what it printed, and from the terms of our own reader. */
  said(printed: unknown): LookedFor;
  meant(expected: unknown): LookedFor;
}

export interface OwnCheck {
  language: string;
  product: string;
  queries: number;
  /** Read as meant, but for texts that it leaves out: those of stop words alone. */
  fewer: number;
  /** Read as anything else. */
  changed: readonly string[];
}

const FOLDER = join(import.meta.dirname, "own-parsers");
const program = (name: string) => join(FOLDER, name);
const PHP = ["php", "-d", "error_reporting=0"] as const;
const REDMINE = "/usr/share/redmine";

/** @param python of the environment that Synapse is installed in */
function ownParsers(python: string | undefined): readonly OwnParser[] {
  return [
    {
      ...{ language: "Matrix", product: "Synapse 1.163", said: ofSynapse, meant: ofSynapse },
      command: async () => (python === undefined ? null : [python, program("read-synapse.py")]),
    },
    {
      ...{ language: "DokuWiki", product: "DokuWiki 2022-07-31b" },
      async command(folder) {
        if (!existsSync("/usr/share/dokuwiki")) return null;
        await makeWiki(folder, { users: [], rules: [] });
        return [...PHP, program("read-dokuwiki.php"), join(folder, "www")];
      },
      said: (printed) => printed as LookedFor,
      meant: ofDokuWiki,
    },
    {
      ...{ language: "Redmine", product: "Redmine 5.0", said: ofRedmine, meant: ofRedmine },
      command: async () => (existsSync(REDMINE) ? ["ruby", program("read-redmine.rb"), REDMINE] : null),
    },
    {
      ...{ language: "Rocket.Chat", product: "PCRE2 of PHP 8.2" },
      command: async () => (existsSync("/usr/bin/php") ? [...PHP, program("read-rocketchat.php")] : null),
      given: (written, expected) => [written, textsFor(expected as RocketChatTree)],
      said: (found) => ({ texts: [], rest: found }),
      meant: (tree) => ({ texts: [], rest: textsFor(tree as RocketChatTree).map((_, at, all) => at < all.length - 1) }),
    },
  ];
}

/** The product's own reading of so many hostile keywords, for each product that is installed. */
export async function checkByOwnParsers(
  languages: readonly QueryLanguage[],
  { strings, random, python }: { strings: number; random(language: string): Random; python: string | undefined },
): Promise<OwnCheck[]> {
  const checks: OwnCheck[] = [];
  for (const parser of ownParsers(python)) {
    const language = languages.find(({ name }) => name === parser.language)!;
    const folder = await mkdtemp(join(tmpdir(), "scopebench-parser-"));
    try {
      const command = await parser.command(folder);
      if (command)
        checks.push(
          await checkByOwnParser(parser, command, [...writeQueries(language, strings, random(language.name))]),
        );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return checks;
}

/** Letters and digits that Unicode has had for a few years, or may have: products have tables of their own, of different ages. */
const NEW_LETTER = /(?=[\p{L}\p{N}])[^\0-\uffff]|[\ua7c0-\ua7f4\u1c80-\u1c8f]/u;

async function checkByOwnParser(
  { language, product, given = (written) => written, said, meant }: OwnParser,
  [command, ...parameters]: readonly [string, ...string[]],
  asked: readonly AskedQuery[],
): Promise<OwnCheck> {
  const queries = asked
    .flatMap(({ written, expected }) => written.map((one, at) => ({ one, expected: expected[at] })))
    .filter(({ one }) => !NEW_LETTER.test(one));
  const child = spawn(command, parameters, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(queries.map(({ one, expected }) => `${JSON.stringify(given(one, expected))}\n`).join(""));
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  if (lines.length !== queries.length)
    throw new Error(`${product}: ${lines.length} answers, ${queries.length} queries`);
  const read = queries.map(({ one, expected }, at) => ({
    one,
    how: compare(said(JSON.parse(lines[at]!)), meant(expected)),
  }));
  return {
    ...{ language, product, queries: queries.length },
    fewer: read.filter(({ how }) => how === "fewer").length,
    changed: read.flatMap(({ one, how }) => (how === "other" ? [one] : [])),
  };
}

function compare(said: LookedFor, meant: LookedFor): "same" | "fewer" | "other" {
  if (isDeepStrictEqual(said, meant)) return "same";
  const isPart = said.texts.length < meant.texts.length && said.texts.every((one) => meant.texts.includes(one));
  return isPart && isDeepStrictEqual(said.rest, meant.rest) ? "fewer" : "other";
}

function ofSynapse(terms: unknown): LookedFor {
  const all = terms as SynapseTerm[];
  const texts = all.flatMap((term) => (term.type === "phrase" ? [term.words.join(" ")] : []));
  const rest = all.flatMap((term) => (term.type === "phrase" || term.type === "or" ? [] : [term]));
  const isAny = all.some(({ type }) => type === "or");
  return { texts: texts.filter((one) => one !== ""), rest: [...rest, all.map(({ type }) => type), isAny] };
}

function ofRedmine(tokens: unknown): LookedFor {
  return { texts: tokens as string[], rest: null };
}

/** It reads letters and their marks as one, where there is one; what it leaves out it leaves out with its operator. */
function ofDokuWiki(expected: unknown): LookedFor {
  const terms = expected as DokuWikiTerm[];
  const textsOf = (type: string) => terms.flatMap((term) => (term.type === type && "text" in term ? [term.text] : []));
  const phrases = textsOf("phrase").map((phrase) => phrase.normalize("NFC"));
  const isAny = terms.some(({ type }) => type === "or");
  return { texts: [...new Set(phrases)], rest: { namespaces: textsOf("namespace"), without: [], isAny } };
}

/** What it must find (all together, or each by itself), and as the last what it must not. */
function textsFor(tree: RocketChatTree): string[] {
  if (tree.type !== "all" && tree.type !== "any") throw new Error(`no expression: ${tree.type}`);
  const held =
    tree.type === "all" ? [`before ${tree.of.toReversed().join(" and ")} after`] : tree.of.map((one) => `x ${one}\ny`);
  return [...held, "\u2603"];
}
