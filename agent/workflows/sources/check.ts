import { AIMessage } from "@langchain/core/messages";
import { type IdReader, idReader } from "../../../base/ids/id-reader.ts";
import { parseAnswer } from "../../answer/answer.ts";
import { codeSpansIn } from "../../answer/code-span.ts";
import type { ListItem } from "../../answer/list-items.ts";
import { questionIn } from "../retrieval/state.ts";
import { foundIn, type SearchedItem } from "./found.ts";
import type { SourceParts } from "./parts.ts";
import { fixedAnswer } from "./said.ts";
import type { SourceCame, SourceState } from "./state.ts";

/**
 * Withdraws citations: of what no result of this turn showed and, where the check is strict, of what the model does not call supported by
 * its text. An answer without any is withdrawn as a whole.
 */
export function checkFacts({ settings, ask }: SourceParts) {
  return async (state: SourceState): Promise<SourceCame> => {
    const draft = state.messages.at(-1);
    if (settings.factCheck === "off" || !AIMessage.isInstance(draft)) return {};
    const found = new Map(foundIn(state).map((item) => [item.id, item]));
    const ids = idReader(found.keys());
    const { ranked, items } = parseAnswer(draft.text, ids);
    const seen = ranked.filter((id) => found.has(id));
    const said =
      settings.factCheck === "strict" && seen.length > 0
        ? await ask("checker", whatIsCited(state, { answer: draft.text, cited: seen.map((id) => found.get(id)!) }))
        : null;
    const supported = said === null ? seen : seen.filter(supportedIn(said, ids));
    const kept = new Set(supported);
    const withdrawn = ranked.filter((id) => !kept.has(id));
    if (withdrawn.length === 0) return { withdrawn };
    const content =
      supported.length === 0 ? fixedAnswer("nothingSupported", settings) : without(draft.text, withdrawn, items);
    return { withdrawn, messages: [new AIMessage({ content })] };
  };
}

function whatIsCited(
  state: SourceState,
  { answer, cited }: { answer: string; cited: readonly SearchedItem[] },
): string {
  const texts = cited.map(({ id, title, text }) => `- ${id} ${JSON.stringify(`${title}: ${text}`)}`);
  return [`Cited texts:\n${texts.join("\n")}`, `Question:\n${questionIn(state)}`, `Answer:\n${answer}`].join("\n\n");
}

function supportedIn(said: string, ids: IdReader): (id: string) => boolean {
  const named = said.split("\n").flatMap((line) => {
    const start = /^[\s*-]*supported[\s*]*:[\s*`]*/i.exec(line)?.[0];
    return start === undefined ? [] : ids.named(line.slice(start.length).replace(/[\s*`.]+$/, ""));
  });
  const supported = new Set(named);
  return (id) => supported.has(id);
}

/** The answer without the lines of these ids, the rest numbered anew; labels that nothing cites any more are left out with their line. */
function without(answer: string, ids: readonly string[], items: readonly ListItem[]): string {
  const withdrawn = new Set(ids);
  const listed = new Set(items.flatMap(({ id, line }) => (withdrawn.has(id) ? [line] : [])));
  let number = 0;
  const lines = answer.split("\n").flatMap((line) => {
    if (listed.has(line)) return [];
    const item = /^(\s*)\d+([.)]\s.*)$/.exec(line);
    if (!item) return [line];
    return codeSpansIn(line).some((id) => withdrawn.has(id)) ? [] : [`${item[1]}${++number}${item[2]}`];
  });
  const cited = new Set(
    lines.filter((line) => !SOURCE_LINE.test(line)).flatMap((line) => line.match(/\[S\d+\]/g) ?? []),
  );
  return lines.filter((line) => !SOURCE_LINE.test(line) || cited.has(`[${SOURCE_LINE.exec(line)![1]}]`)).join("\n");
}
const SOURCE_LINE = /^\s*[-*]\s+(S\d+):/;
