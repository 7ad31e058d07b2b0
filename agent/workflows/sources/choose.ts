import { questionIn } from "../retrieval/state.ts";
import { foundIn, sayFound } from "./found.ts";
import type { SourceParts } from "./parts.ts";
import { listSaid, saidBehind } from "./said.ts";
import { type SourceCame, type SourceState, turnSteps } from "./state.ts";

/** Has the model choose a set of sources; an empty one ends the search. A name that is no source's is left out. */
export function chooseSources({ sources, settings, ask }: SourceParts) {
  return async (state: SourceState): Promise<SourceCame> => {
    const rounds = turnSteps(state, "choose").length;
    if (rounds >= settings.rounds) return { sources: [], problem: "the limit of rounds is reached" };
    if (rounds > 0 && lastRound(state).every(({ keywords = [] }) => keywords.length === 0))
      return { sources: [], problem: "no source was given a keyword that was not used" };
    const answer = await ask("chooser", whatIsKnown(state, sources));
    const said = saidBehind(answer, "Sources");
    const names = sources.map(({ name }) => name);
    // Who cannot be read is taken to want all once, and nothing after that.
    if (said === null) return { sources: rounds === 0 ? names : [], problem: "the answer names no sources" };
    const chosen = listSaid(said, /[,;]/).map((name) => name.toLowerCase());
    return { sources: names.filter((name) => chosen.includes(name.toLowerCase())) };
  };
}

/** The searches since sources were last chosen. */
function lastRound(state: SourceState) {
  const last = turnSteps(state, "choose").at(-1)?.sources?.length ?? 0;
  return turnSteps(state, "search").slice(-last);
}

function whatIsKnown(state: SourceState, sources: SourceParts["sources"]): string {
  const holds = sources.map(({ name, kind, items }) => `- ${name}: a ${kind}; ${items.join(", ")}`);
  return [`Question:\n${questionIn(state)}`, `Sources:\n${holds.join("\n")}`, sayFound(foundIn(state))].join("\n\n");
}
