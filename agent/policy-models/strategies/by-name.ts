import type { Mind } from "../mind.ts";
import type { PlannedCall, Thought } from "../thought.ts";
import type { Anchor } from "./anchor.ts";
import { perform } from "./perform.ts";
import { entityOf } from "./rows.ts";
import { fold } from "./words.ts";

type Named = Pick<Anchor, "id" | "title" | "type" | "record" | "path">;

/** All that have exactly this name, letter case and separators apart: a similar name is another artifact. */
export function* findByName(mind: Mind, { name, type }: { name: string; type: string }): Thought<Named[]> {
  const calls: PlannedCall[] = [
    { tool: "find_entities", args: { type, name_contains: name.slice(0, 200) } },
    { tool: "hybrid_search", args: { query: name, types: [type], limit: 10 } },
    { tool: "keyword_search", args: { query: `"${name.replaceAll('"', " ")}"`, types: [type], limit: 10 } },
  ];
  const [first, ...others] = calls.filter((call) => mind.tools.has(call.tool));
  // Who does not try again takes the first answer for the last.
  for (const call of mind.profile.correctsErrors ? [first, ...others] : [first]) {
    if (!call) continue;
    const view = yield* perform(mind, call.tool, call.args);
    const named = view.rows.flatMap((row): Named[] => {
      const entity = entityOf(row);
      return entity && fold(entity.title) === fold(name) ? [{ ...entity, record: row, path: view.path }] : [];
    });
    if (named.length > 0) return named;
  }
  return [];
}

/** The kind of artifact that the words before a name say it is. */
export function typeBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 40), at).toLowerCase();
  if (/test|the one called|\btc\b/.test(before)) return "test_case";
  if (/message|msg/.test(before)) return "message";
  return /protocol/.test(before) ? "protocol" : "backlog_item";
}
