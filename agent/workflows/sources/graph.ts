import { AIMessage } from "@langchain/core/messages";
import { END, Send, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { questionIn } from "../retrieval/state.ts";
import { checkFacts } from "./check.ts";
import { chooseSources } from "./choose.ts";
import type { SourceParts } from "./parts.ts";
import { fixedAnswer, saidBehind } from "./said.ts";
import { searchSource } from "./search.ts";
import { loggedStep, type SourceCame, type SourceState, SourcesState, turnSteps } from "./state.ts";

/**
 * Validate; choose a set of sources; search each at once (keywords by the model, the query by code, the first items opened); choose again,
 * until the set is empty or the rounds are used up; answer with citations of pages and single messages; check them.
 */
export function makeSourcesGraph(parts: SourceParts, checkpointer?: BaseCheckpointSaver) {
  return (new StateGraph(SourcesState) as unknown as AnyGraph)
    .addNode("validate", loggedStep("validate", parts, validate(parts)))
    .addNode("choose", loggedStep("choose", parts, chooseSources(parts)))
    .addNode("search", loggedStep("search", parts, searchSource(parts)))
    .addNode(
      "answer",
      loggedStep("answer", parts, async ({ messages }) => ({ messages: await parts.answer(messages) })),
    )
    .addNode("check", loggedStep("check", parts, checkFacts(parts)))
    .addEdge(START, "validate")
    .addConditionalEdges("validate", (state) => (isPassed(state) ? "choose" : END), ["choose", END])
    .addConditionalEdges("choose", toSearches, ["search", "answer"])
    .addEdge("search", "choose")
    .addEdge("answer", "check")
    .addEdge("check", END)
    .compile({ checkpointer });
}

/** As other workflows: their nodes' names are no part of the type. */
type AnyGraph = StateGraph<typeof SourcesState.spec, SourceState, Partial<SourceState>, string>;

function toSearches(state: SourceState): Send[] | "answer" {
  const chosen = turnSteps(state, "choose").at(-1)?.sources ?? [];
  return chosen.length === 0 ? "answer" : chosen.map((branch) => new Send("search", { ...state, branch }));
}

const REFUSED = "refused";

function validate({ settings, ask }: SourceParts) {
  return async (state: SourceState): Promise<SourceCame> => {
    if (settings.validation === "off") return {};
    const said = await ask("validator", `Question:\n${questionIn(state)}`);
    const observed = saidBehind(said, "Observations") ?? "";
    const passed = !/^no\b/i.test(saidBehind(said, "Passed") ?? "");
    if (passed || settings.validation === "relaxed") return { ...(observed && { problem: observed }) };
    return { by: REFUSED, problem: observed, messages: [new AIMessage(fixedAnswer("notPassed", settings))] };
  };
}

function isPassed(state: SourceState): boolean {
  return turnSteps(state, "validate").at(-1)?.by !== REFUSED;
}
