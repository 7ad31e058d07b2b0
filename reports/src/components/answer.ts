import { parseAnswer } from "../../../agent/answer/answer.ts";
import type { NamedIdOutcome, TraceCall } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";
import { ID_OUTCOMES, withIds } from "./trace/ids.ts";
import { markdown } from "./trace/markdown.ts";

/**
 * An answer as Markdown, its ids coloured by what became of them. Where the calls are given, a source's label and its link
 * lead to the call that supports it.
 */
export function answerView(
  text: string,
  ids: Readonly<Record<string, NamedIdOutcome>>,
  calls: readonly Pick<TraceCall, "index" | "result_path">[] = [],
): HTMLElement {
  if (text.trim() === "") return h("p", { class: "nothing" }, "no answer");
  const target = (href: string): string | null => {
    const path = /^artifact:\/\/[^?]*\?path=([^&]+)/.exec(href)?.[1];
    const call = calls.find(({ result_path }) => result_path !== undefined && result_path === path);
    return call ? `#call-${call.index}` : null;
  };
  const sources = new Map(parseAnswer(text).sources.map(({ label, target: href }) => [label, target(href)]));
  return markdown(text, { target, words: (words) => withSources(words, { ids, sources }) });
}

function withSources(
  text: string,
  { ids, sources }: { ids: Readonly<Record<string, NamedIdOutcome>>; sources: ReadonlyMap<string, string | null> },
): Child[] {
  return text.split(/(?<=\[)(S\d+)(?=\])/).flatMap((part, index) => {
    const href = index % 2 === 1 ? sources.get(part) : undefined;
    return href ? [h("a", { href, title: "the call that supports it" }, part)] : withIds(part, ids);
  });
}

export function idOutcomeLegend(ids: Readonly<Record<string, NamedIdOutcome>>): HTMLElement {
  const present = new Set(Object.values(ids));
  const shown = (Object.keys(ID_OUTCOMES) as NamedIdOutcome[]).filter((idOutcome) => present.has(idOutcome));
  return h(
    "p",
    { class: "caption" },
    ...shown.flatMap((idOutcome) => [
      h("span", { class: `id ${idOutcome}` }, idOutcome),
      ` ${ID_OUTCOMES[idOutcome]}  `,
    ]),
  );
}
