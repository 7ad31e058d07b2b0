import type { Conclusion } from "../conclusion.ts";
import type { Evidence, Finding } from "../findings.ts";
import type { Mind } from "../mind.ts";

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
export function writeAnswer(mind: Mind, conclusion: Conclusion): string {
  if (conclusion.abstention !== null) return writeAbstention(conclusion);
  const shape = mind.knowledge.shape;
  const listed = inOrder(mind, conclusion).slice(0, longestList(mind));
  return shape ? writeShaped(mind, conclusion, { shape, listed }) : writePlainly(conclusion, listed);
}

/** Strongest evidence first, for those who have read that this is the order; as found otherwise. */
function inOrder(mind: Mind, { findings }: Conclusion): Finding[] {
  return (mind.rule("order") ? findings.ranked() : findings).list;
}

/** The kernel policy has the line, so every model knows it. */
function writeAbstention({ sentences, abstention }: Conclusion): string {
  return [...sentences, `No supported recommendation: ${abstention}`].join("\n\n");
}

/** The policy on completeness names a number. */
function longestList(mind: Mind): number {
  const stated = /up to (\d+)/.exec(mind.rule("completeness")?.text ?? "")?.[1];
  return stated === undefined ? SHORT_LIST : Number(stated);
}

function writeShaped(
  mind: Mind,
  conclusion: Conclusion,
  { shape, listed }: { shape: Shape; listed: readonly Finding[] },
): string {
  const labels = new Map<string, { label: string; title: string }>();
  const items = listed.map((finding, index) => {
    const cited = distinctPaths(finding).map((evidence) => label(labels, evidence));
    return `${index + 1}. \`${finding.id}\` - ${reasonFor(finding)}${cited.length > 0 ? ` ${cited.map((name) => `[${name}]`).join("")}` : ""}`;
  });
  const sources = [...labels].map(
    ([path, { label: name, title }]) =>
      `- ${name}: [${title}](artifact://${encodeURIComponent(mind.threadId)}?path=${encodeURI(path)})`,
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

function writePlainly(conclusion: Conclusion, listed: readonly Finding[]): string {
  const lead = conclusion.sentences.join(" ") || "These test cases look relevant:";
  return [lead, "", ...listed.map((finding) => `- ${finding.id} - ${reasonFor(finding)}`)].join("\n");
}

function distinctPaths({ evidence }: Finding): Evidence[] {
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
function reasonFor({ title, evidence }: Finding): string {
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
export function revise(mind: Mind, conclusion: Conclusion, objection: string): string {
  const refused = new Set([...objection.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? ""));
  const findings = conclusion.findings.keep((finding) => !refused.has(finding.id));
  const cleaned: Conclusion =
    findings.size === 0 && conclusion.abstention === null
      ? { ...conclusion, findings, abstention: "what was found is not in the retrieved records." }
      : { ...conclusion, findings };
  if (cleaned.abstention !== null) return writeAnswer(mind, cleaned);
  const shape = mind.knowledge.shape ?? shapeIn(objection);
  if (!shape) return writeAnswer(mind, cleaned);
  const text = writeShaped(mind, cleaned, { shape, listed: inOrder(mind, cleaned).slice(0, LONGEST) });
  return mind.profile.correctsErrors || mind.knowledge.shape
    ? text
    : (text.split(`\n## ${shape.sources}`)[0] ?? text).trim();
}

const LONGEST = 100;

function shapeIn(objection: string): Shape | null {
  const [list, sources] = [...objection.matchAll(/`## ([^`]+)`/g)].map((match) => match[1] ?? "");
  return list ? { list, sources: sources ?? "Sources" } : null;
}
