import { findPhrase } from "../../../base/fold.ts";
import { codeSpan } from "../../answer/code-span.ts";
import type { Evidence, FoundTest } from "../found-tests.ts";
import type { Question } from "../reading/what-was-asked.ts";
import { contentWords } from "../reading/words.ts";
import type { TurnState } from "../turn-state.ts";
import type { Conclusion } from "./when-to-abstain.ts";

/** Headings of the answer's sections. */
interface Shape {
  list: string;
  gaps?: string;
  sources: string;
}

/** What the list holds at most where no policy said so: what a hasty writer puts down. */
const SHORT_LIST = 10;
const LONGEST_LIST = 100;

/** Puts a conclusion into words, again where a first answer was objected to. */
export function putIntoWords(state: TurnState, conclusion: Conclusion, objection: string | null): string {
  return objection === null ? writeAnswer(state, conclusion) : revise(state, conclusion, objection);
}

/**
 * The shape is the one that the response policy shows; without having read it, the answer
 * is prose with a plain list, which says the same less usefully.
 */
function writeAnswer(state: TurnState, conclusion: Conclusion): string {
  const { shape } = state.knowledge;
  if (conclusion.abstention !== null) return writeAbstention(state, conclusion, shape);
  // The policy on completeness names a number.
  const stated = /up to (\d+)/.exec(state.rule("completeness") ?? "")?.[1];
  const listed = inOrder(state, conclusion).slice(0, stated === undefined ? SHORT_LIST : Number(stated));
  return shape ? writeShaped(state, conclusion, { shape, listed }) : writePlainly(conclusion, listed);
}

/**
 * Writes an answer again after an objection, from what the objection says: the headings that it names, the ids that it
 * refuses. A profile that does not correct its errors mends the first of them only.
 */
function revise(state: TurnState, conclusion: Conclusion, objection: string): string {
  const refused = new Set([...objection.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text));
  const findings = conclusion.findings.keep(({ id }) => !refused.has(id));
  const nothing = findings.size === 0 ? "what the draft named does not stand in the retrieved records." : null;
  const cleaned = { ...conclusion, findings, abstention: conclusion.abstention ?? nothing };
  const shape = state.knowledge.shape ?? shapeIn(objection);
  if (cleaned.abstention !== null || !shape) return writeAnswer(state, cleaned);
  const text = writeShaped(state, cleaned, { shape, listed: inOrder(state, cleaned).slice(0, LONGEST_LIST) });
  return state.profile.correctsErrors || state.knowledge.shape
    ? text
    : (text.split(`\n## ${shape.sources}`)[0] ?? text).trim();
}

function shapeIn(objection: string): Shape | null {
  const [list, sources = "Sources"] = [...objection.matchAll(/`## ([^`]+)`/g)].map(([, heading = ""]) => heading);
  return list ? { list, sources } : null;
}

/** The kernel policy has the line, so every model knows it. */
function writeAbstention(state: TurnState, conclusion: Conclusion, shape: Shape | null): string {
  const { sentences, abstention } = conclusion;
  const labels = new Labels();
  // "None." beside a refusal would be read as an answer to what was not answered.
  const gaps = shape && conclusion.gaps?.length ? gapSection(conclusion, { shape, labels }) : [];
  const cited = shape ? labels.section(shape.sources, state.threadId) : [];
  const line = `No supported recommendation: ${unknownBy(state) ?? abstention}`;
  return [...sentences, [line, ...gaps, ...cited].join("\n")].join("\n\n");
}

/** Where a person did not want a look-up, its coming to nothing says nothing of the records. */
function unknownBy({ results }: TurnState): string | null {
  const refused = [...results.values()].filter(({ error }) => error === "rejected").length;
  if (refused === 0) return null;
  return `${refused === 1 ? "a look-up was" : `${refused} look-ups were`} not wanted, so whether the records have such test cases is not known.`;
}

/** Of an item that was counted with no test case: what may stand behind other items is another question. */
export const UNTESTED = "no test case is linked directly to it";

/** What of the change has no test case, where that was looked for and the policy has a place for it. */
function gapSection({ gaps }: Conclusion, { shape, labels }: { shape: Shape; labels: Labels }): string[] {
  if (!gaps || shape.gaps === undefined) return [];
  const lines = gaps.map(({ id, path }) => {
    const label = path === null ? "" : ` ${labels.cite(path, "test cases counted")}`;
    return `- ${codeSpan(id)} - ${UNTESTED}${label}`;
  });
  return section(shape.gaps, lines.length > 0 ? lines : ["None."]);
}

function section(heading: string, lines: readonly string[]): string[] {
  return ["", `## ${heading}`, ...lines];
}

/** Sources by path, labelled in the order of their first use. */
class Labels {
  readonly #titles = new Map<string, string>();

  cite(path: string, title: string): string {
    if (!this.#titles.has(path)) this.#titles.set(path, title);
    return `[S${[...this.#titles.keys()].indexOf(path) + 1}]`;
  }

  section(heading: string, threadId: string): string[] {
    const thread = encodeURIComponent(threadId);
    const lines = [...this.#titles].map(
      ([path, title], index) => `- S${index + 1}: [${title}](artifact://${thread}?path=${encodeURI(path)})`,
    );
    return lines.length > 0 ? section(heading, lines) : [];
  }
}

/** Strongest evidence first, for those who have read that this is the order; as found otherwise. */
function inOrder(state: TurnState, { findings }: Conclusion): FoundTest[] {
  return (state.rule("order") ? findings.ranked() : findings).list;
}

function writeShaped(
  state: TurnState,
  conclusion: Conclusion,
  { shape, listed }: { shape: Shape; listed: readonly FoundTest[] },
): string {
  const labels = new Labels();
  const items = listed.map((test, index) => {
    const cited = sourcesOf(test).map(([path, title]) => labels.cite(path, title));
    return `${index + 1}. ${codeSpan(test.id)} - ${reasonFor(test, conclusion)}${cited.length > 0 ? ` ${cited.join("")}` : ""}`;
  });
  const { findings, sentences } = conclusion;
  const count = `${findings.size} test case${findings.size === 1 ? " was" : "s were"} found.`;
  const cut = findings.size > listed.length ? [`The first ${listed.length} of ${findings.size} are listed.`] : [];
  return [
    ...[[...(sentences.length > 0 ? sentences : [count]), ...cut].join(" "), ...section(shape.list, items)],
    ...gapSection(conclusion, { shape, labels }),
    ...labels.section(shape.sources, state.threadId),
  ].join("\n");
}

function writePlainly(conclusion: Conclusion, listed: readonly FoundTest[]): string {
  const items = listed.map((test) => `- ${test.id} - ${reasonFor(test, conclusion)}`);
  return [conclusion.sentences.join(" ") || "These test cases were found:", "", ...items].join("\n");
}

/** What stands at the path of a source. */
const TITLES: Readonly<Record<Evidence["kind"], string>> = {
  link: "recorded links",
  record: "records",
  below: "recorded links of contained items",
  derived: "derived coverage",
  search: "similar test cases",
};
/** Sources given for one entry. */
const SOURCES_EACH = 2;

function sourcesOf({ evidence }: FoundTest): [path: string, title: string][] {
  const titles = new Map<string, string>();
  for (const { path, kind } of evidence) if (path !== null && !titles.has(path)) titles.set(path, TITLES[kind]);
  return [...titles].slice(0, SOURCES_EACH);
}

/** Words of the question that a reason names at most. */
const NAMED_WORDS = 6;

/** Text of a record goes on one line, without what Markdown would take for a link or code. */
function reasonFor({ title, evidence }: FoundTest, { question }: Conclusion): string {
  const said = evidence.filter((entry) => entry.why !== "");
  const given = said.find(({ kind }) => kind !== "search") ?? said[0];
  const why = given?.kind === "search" ? likeness(`${title} ${given.why}`, question) : (given?.why ?? "");
  const reason = [title, why].filter((part) => part !== "").join("; ");
  return reason.replace(/[`[\]\r\n]+/g, " ").trim();
}

/** Why a search brought it: the words of the question that stand as they are in its title or in the excerpt that was shown; of the rest of its record nothing is said. */
function likeness(text: string, { words, described }: Question): string {
  const asked = words.length > 0 ? words : contentWords(described);
  const said = [...new Set(asked)].filter((word) => findPhrase(text, word) >= 0);
  const more = said.length > NAMED_WORDS ? ` and ${said.length - NAMED_WORDS} more words of the question` : "";
  return said.length === 0 ? "brought by a search" : `says ${said.slice(0, NAMED_WORDS).join(", ")}${more}`;
}
