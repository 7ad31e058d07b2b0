import { spoken } from "./attributes.ts";
import type { Condition } from "./conditions.ts";
import type { TopicResult } from "./topic-search.ts";
import { fold } from "./words.ts";

/** What a search was held to, and what the asker's words were taken for; nothing where nothing was checked. */
export function sayTopic(
  count: number,
  { conditions, resolved }: Pick<TopicResult, "conditions" | "resolved">,
): string[] {
  if (count === 0 || conditions.length === 0) return [];
  const replaced = resolved.filter(({ phrase, term }) => fold(phrase) !== fold(term));
  const taken = replaced.map(({ phrase, term }) => `"${phrase}" was taken for ${term}`);
  return [
    `${count} test case${count === 1 ? "" : "s"} fit best: ${conditions.map(say).join(", ")}.`,
    ...(taken.length > 0 ? [`${taken.join(", ")}.`] : []),
  ];
}

function say({ attribute, values, wanted }: Condition): string {
  const named = values.includes("*") ? "any" : values.join(" or ");
  return `${wanted ? "" : "not "}${spoken(attribute)} ${named}`;
}
