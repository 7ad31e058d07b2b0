import { namesFault } from "../../folder/guess-roles.ts";
import type { ItemLink, SourceItem } from "../items.ts";
import { joinedFields } from "../joined-fields.ts";
import { keysIn } from "../references.ts";
import { plainText } from "../text/markup.ts";

/** An issue, as the search of the REST interface and the XML export both have it. */
export interface JiraIssue {
  key: string;
  type: string;
  summary: string;
  description: string;
  /** Status, priority, labels and the like, by name. */
  meta: Record<string, string>;
  /** When it was filed, as the export writes it; "" where it does not say. */
  created: string;
  /** Fields that an administrator or an add-on (Xray, Zephyr) defined: name, text. */
  custom: readonly (readonly [name: string, text: string])[];
  /** The issue or the epic that it is a part of. */
  parents: readonly JiraEnd[];
  subtasks: readonly JiraEnd[];
  /** By the name of the link's type; `isInward`: the other issue is where the link begins. */
  links: readonly { name: string; isInward: boolean; end: JiraEnd }[];
  place: string;
}

/** What an issue says of another. */
export interface JiraEnd {
  key: string;
  type?: string;
  summary?: string;
}

/** Where an issue stands on a board: `0|i004y7:`. */
const RANK = /^\d\|\w+:\w*$/;

/** An issue as an item. A field that holds nothing but keys (Epic Link, the associations of Xray) is links of its name. */
export function itemOfIssue({
  key,
  type,
  summary,
  description,
  meta,
  created,
  custom,
  parents,
  subtasks,
  links,
  place,
}: JiraIssue): SourceItem {
  const filled = custom.filter(([, text]) => text.trim() !== "" && !RANK.test(text));
  const isKeys = (text: string) => keysOf(text).length > 0;
  return {
    id: key,
    type: type || "issue",
    title: summary,
    text: [
      plainText(description),
      ...filled
        .filter(([, text]) => !isKeys(text) && text.includes("\n"))
        .map(([name, text]) => `${name}:\n${plainText(text)}`),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    meta: {
      ...meta,
      ...timeOfFault(type, created),
      ...joinedFields(filled.filter(([, text]) => !isKeys(text) && !text.includes("\n"))),
    },
    links: [
      ...parents.map((end) => linkTo("contains", end, true)),
      ...subtasks.map((end) => linkTo("contains", end, false)),
      ...links.map(({ name, isInward, end }) => linkTo(name, end, isInward)),
      ...filled.flatMap(([name, text]) => keysOf(text).map((other) => linkTo(name, { key: other }, false))),
    ],
    place,
  };
}

/** What is asked of faults is asked as of a day; of everything else times say nothing. */
function timeOfFault(type: string, created: string): { created?: string } {
  return created !== "" && namesFault(type || "issue") ? { created } : {};
}

function linkTo(kind: string, { key, type, summary }: JiraEnd, inverse: boolean): ItemLink {
  return { kind, id: key, inverse, named: { type: type || "issue", title: summary || key } };
}

/** The keys in a text that holds nothing else. */
function keysOf(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  return words.every((word) => keysIn(word)[0] === word) ? words : [];
}
