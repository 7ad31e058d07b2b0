import type { Conclusion } from "../conclusion.ts";
import type { Evidence, FoundTest } from "../found-tests.ts";
import type { TurnState } from "../turn-state.ts";

/** Headings of the answer's sections. */
interface Shape {
  list: string;
  sources: string;
}

/** What the list holds at most where no policy said so: what a hasty writer puts down. */
const SHORT_LIST = 10;
/** Sources given for one entry. */
const SOURCES_EACH = 2;

/**
 * Puts a conclusion into words. The shape is the one that the response policy shows; without having read it, the answer
 * is prose with a plain list, which says the same less usefully.
 */
export function writeAnswer(state: TurnState, conclusion: Conclusion): string {
  if (conclusion.abstention !== null) return writeAbstention(conclusion);
  const shape = state.knowledge.shape;
  const listed = inOrder(state, conclusion).slice(0, longestList(state));
  return shape ? writeShaped(state, conclusion, { shape, listed }) : writePlainly(conclusion, listed);
}

/** Strongest evidence first, for those who have read that this is the order; as found otherwise. */
function inOrder(state: TurnState, { findings }: Conclusion): FoundTest[] {
  return (state.rule("order") ? findings.ranked() : findings).list;
}

/** The kernel policy has the line, so every model knows it. */
function writeAbstention({ sentences, abstention }: Conclusion): string {
  return [...sentences, `No supported recommendation: ${abstention}`].join("\n\n");
}

/** The policy on completeness names a number. */
function longestList(state: TurnState): number {
  const stated = /up to (\d+)/.exec(state.rule("completeness")?.text ?? "")?.[1];
  return stated === undefined ? SHORT_LIST : Number(stated);
}

function writeShaped(
  state: TurnState,
  conclusion: Conclusion,
  { shape, listed }: { shape: Shape; listed: readonly FoundTest[] },
): string {
  const labels = new Map<string, { label: string; title: string }>();
  const items = listed.map((foundTest, index) => {
    const cited = distinctPaths(foundTest).map((evidence) => label(labels, evidence));
    return `${index + 1}. \`${foundTest.id}\` - ${reasonFor(foundTest)}${cited.length > 0 ? ` ${cited.map((name) => `[${name}]`).join("")}` : ""}`;
  });
  const sources = [...labels].map(
    ([path, { label: name, title }]) =>
      `- ${name}: [${title}](artifact://${encodeURIComponent(state.threadId)}?path=${encodeURI(path)})`,
  );
  const lead =
    conclusion.sentences.join(" ") ||
    `${listed.length} test case${listed.length === 1 ? " fits" : "s fit"} what was asked.`;
  return [
    lead,
    "",
    `## ${shape.list}`,
    ...items,
    ...(sources.length > 0 ? ["", `## ${shape.sources}`, ...sources] : []),
  ].join("\n");
}

function writePlainly(conclusion: Conclusion, listed: readonly FoundTest[]): string {
  const lead = conclusion.sentences.join(" ") || "These test cases look relevant:";
  return [lead, "", ...listed.map((foundTest) => `- ${foundTest.id} - ${reasonFor(foundTest)}`)].join("\n");
}

function distinctPaths({ evidence }: FoundTest): Evidence[] {
  const stored = evidence.filter((entry) => entry.path !== null);
  return stored
    .filter((entry, index) => stored.findIndex((other) => other.path === entry.path) === index)
    .slice(0, SOURCES_EACH);
}

const TITLES: Readonly<Record<Evidence["kind"], string>> = {
  link: "recorded links",
  record: "records",
  below: "recorded links of contained items",
  derived: "derived coverage",
  search: "similar test cases",
};

function label(labels: Map<string, { label: string; title: string }>, evidence: Evidence): string {
  const path = evidence.path ?? "";
  const known = labels.get(path) ?? { label: `S${labels.size + 1}`, title: TITLES[evidence.kind] };
  labels.set(path, known);
  return known.label;
}

/** Text of a record goes on one line, without what Markdown would take for a link or code. */
function reasonFor({ title, evidence }: FoundTest): string {
  const why = evidence.find((entry) => entry.why !== "")?.why ?? "";
  return [title, why]
    .filter((part) => part !== "")
    .join("; ")
    .replace(/[`[\]\r\n]+/g, " ")
    .trim();
}

/**
 * Writes an answer again after an objection, from what the objection says: the headings that it names, the ids that it
 * refuses. A profile that does not correct its errors mends the first of them only.
 */
export function revise(state: TurnState, conclusion: Conclusion, objection: string): string {
  const refused = new Set([...objection.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? ""));
  const findings = conclusion.findings.keep((foundTest) => !refused.has(foundTest.id));
  const cleaned: Conclusion =
    findings.size === 0 && conclusion.abstention === null
      ? { ...conclusion, findings, abstention: "what was found is not in the retrieved records." }
      : { ...conclusion, findings };
  if (cleaned.abstention !== null) return writeAnswer(state, cleaned);
  const shape = state.knowledge.shape ?? shapeIn(objection);
  if (!shape) return writeAnswer(state, cleaned);
  const text = writeShaped(state, cleaned, { shape, listed: inOrder(state, cleaned).slice(0, LONGEST) });
  return state.profile.correctsErrors || state.knowledge.shape
    ? text
    : (text.split(`\n## ${shape.sources}`)[0] ?? text).trim();
}

const LONGEST = 100;

function shapeIn(objection: string): Shape | null {
  const [list, sources] = [...objection.matchAll(/`## ([^`]+)`/g)].map((match) => match[1] ?? "");
  return list ? { list, sources: sources ?? "Sources" } : null;
}
