import type { PolicyProfile } from "../profiles.ts";
import { leadsIn, namedIn } from "../reading/what-sources-gave.ts";

/** What a node over live sources was told: parts under headings of their own. */
function partsOf(said: string) {
  const [, question = "", rest = ""] =
    /^Question:\n([\s\S]*?)(\n\n(?:Sources?:|Found so far)[\s\S]*)?$/.exec(said) ?? [];
  return {
    question,
    sources: [...rest.matchAll(/^- ([\w-]+): a /gm)].map(([, name = ""]) => name),
    used: (/^Used before: (.*)$/m.exec(rest)?.[1] ?? "none").split("; ").filter((word) => word !== "none"),
    found: [...rest.matchAll(/^- \S+ \(\S+\) (".*")$/gm)].map(([, text = '""']) => String(JSON.parse(text))),
    isFirst: /^Found so far: nothing$/m.test(rest),
  };
}

/** Every question passes: what is no question is not what it can tell. */
export function passQuestion(): string {
  return "Passed: yes\nObservations: none";
}

/**
 * At first the sources that the question names by their kind, or all. Later all once more where texts lead on to something, unless it does
 * not search again.
 */
export function chooseSources(said: string, { refinements }: PolicyProfile): string {
  const { question, sources, found, isFirst } = partsOf(said);
  const named = sources.filter((name) => new RegExp(`\\bthe ${name}\\b`, "i").test(question));
  if (isFirst) return `Sources: ${(named.length > 0 ? named : sources).join(", ")}`;
  const leads = leadsIn(found, namedIn(question));
  return `Sources: ${refinements > 0 && leads.length > 0 ? sources.join(", ") : "none"}`;
}

/** Names of the question, or its words where it names nothing; then what texts about them lead on to. */
export function giveKeywords(said: string): string {
  const { question, used, found } = partsOf(said);
  const named = namedIn(question);
  const first = named.names.length > 0 ? named.names : named.words;
  const fresh = [...leadsIn(found, named), ...first].filter((word) => !used.includes(word));
  return `Keywords: ${fresh.length === 0 ? "none" : fresh.join("; ")}`;
}

/** A cited text that speaks of what the question names, or of what such a text leads to, is taken to support the answer. */
export function checkCitations(said: string): string {
  const question = /\n\nQuestion:\n([\s\S]*?)\n\nAnswer:\n/.exec(said)?.[1] ?? "";
  const cited = [...said.matchAll(/^- (\S+) (".*")$/gm)].map(([, id = "", text = '""']) => ({
    id,
    text: String(JSON.parse(text)),
  }));
  const named = namedIn(question);
  const words = [
    ...named.names,
    ...leadsIn(
      cited.map(({ text }) => text),
      named,
    ),
  ];
  const isReply = (text: string) => text.length < SHORT_REPLY;
  return cited
    .map(({ id, text }) => {
      const supports = words.length === 0 || isReply(text) || words.some((word) => text.includes(word) || word === id);
      return `${supports ? "Supported" : "Unsupported"}: ${id}`;
    })
    .join("\n");
}

/** Characters of a text that does not name again what its thread is about. */
const SHORT_REPLY = 160;
