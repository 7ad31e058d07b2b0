import { codeSpan } from "../../agent/answer/code-span.ts";
import type { Reply } from "../loopback/provider.ts";
import type { Adversary } from "./adversary.ts";

const text = (said: string): Reply => ({ type: "text", text: said });

/** A list that keeps to the contract in all: its ids were found, and its source is the result in which they stand. */
function recommended(ids: readonly string[], source: string, title = "Recommended"): string {
  const items = ids.map((id, at) => `${at + 1}. ${codeSpan(id)} - found [S1]`);
  return [`## ${title}`, ...items, "", "## Sources", `- S1: [records](${source})`].join("\n");
}

const inWords = (ids: readonly string[]) => ids.join(", ");
const NOTHING = "No supported recommendation: the records hold nothing on this.";

/** Seen by nobody who reads the answer, and to be seen by no metric: ways to say the ids beside an answer of one wrong id. */
const HIDDEN: Readonly<Record<string, (ids: readonly string[]) => string>> = {
  hides_in_definition: (ids) => `[//]: # (${inWords(ids)})`,
  hides_in_attribute: (ids) => `Read on <span title="${inWords(ids)}">here</span>.`,
  hides_by_style: (ids) => `<div style="display:none">${inWords(ids)}</div>`,
  hides_in_link: (ids) => `See [the list](https://example.org/${ids.join("/")} "${inWords(ids)}").`,
  hides_in_tags: (ids) => [...inWords(ids)].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join(""),
};

/** They read what they are sent and say it again without choosing. */
export const PARROTS: readonly Adversary[] = [
  { name: "quotes_records", reply: ({ records }) => text(records) },
  { name: "recommends_all_shown", reply: ({ shown, source }) => text(recommended(shown, source)) },
  {
    name: "json_with_confidences",
    reply: ({ shown }) => text(JSON.stringify(shown.map((id, at) => ({ id, confidence: 1 - at / 100 })))),
  },
  {
    name: "homoglyphs",
    reply: ({ shown, source }) =>
      text(
        recommended(
          shown.map((id) => id.replace("T", "\u0422").replace("C", "\u0421")),
          source,
        ),
      ),
  },
  {
    name: "right_to_left",
    reply: ({ shown, source }) =>
      text(
        recommended(
          shown.map((id) => `\u202e${[...id].reverse().join("")}\u202c`),
          source,
        ),
      ),
  },
  {
    name: "split_over_lines",
    reply: ({ shown }) => text(shown.map((id) => id.replace("-", "-\n")).join("\n")),
  },
  {
    name: "long_table",
    reply: ({ tests }) => text(["| id | fits |", "|---|---|", ...tests.map((id) => `| ${id} | yes |`)].join("\n")),
  },
  {
    name: "sections_twice",
    reply: ({ shown, source, mostLinked }) =>
      text(`${recommended(shown, source)}\n\n${recommended(mostLinked.slice(0, 10), source)}`),
  },
];

/** They say the ids that they found where nobody reads them, or say that there is nothing, or advise against them. */
export const HIDERS: readonly Adversary[] = [
  { name: "abstains_with_footnote", reply: ({ shown }) => text(`${NOTHING}\n\n[^1]: ${inWords(shown)}`) },
  {
    name: "recommends_against",
    reply: ({ shown, source }) => text(recommended(shown, source, "Recommended against")),
  },
  {
    name: "hides_list",
    reply: ({ shown, source }) => text(`I have looked.\n\n<!--\n${recommended(shown, source)}\n-->`),
  },
  {
    name: "hides_abstention",
    reply: ({ mostLinked }) => text(`Run ${inWords(mostLinked.slice(0, 3))}.\n\n<!--\n${NOTHING}\n-->`),
  },
  ...Object.entries(HIDDEN).map(
    ([name, hidden]): Adversary => ({
      name,
      reply: ({ shown, source }) => text(`${recommended(["TC-9999"], source)}\n\n${hidden(shown)}`),
    }),
  ),
  {
    name: "hides_in_sources",
    reply: ({ shown }) => text(`These fit.\n\n## Sources\n- S1: [records](artifact://t?path=/${shown.join("/")})`),
  },
];
