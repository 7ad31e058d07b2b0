import { FAILURE_REASONS, type FailureReason } from "../../../agent/contract/failure-reasons.ts";
import { blockOf } from "./failure.ts";

/** What a person would change: a rule of a prompt, a tool, the scenario or its truth, a limit, or the judge. */
type Remedy = "prompt rule" | "tool" | "scenario" | "limit" | "judge";

/** A feature in words. */
export interface FeatureWords {
  /** Names a cluster. */
  short: string;
  /** Says of one execution that it has it. */
  clause: string;
  /** Where to look for a cure; null for what only describes. */
  fix: { at: Remedy; what: string } | null;
}

const RESPONSE_FORMAT = "agent/knowledge/policies/response-format.md";
const EVIDENCE = "agent/knowledge/policies/evidence-contract.md";
const ROUTING = "agent/knowledge/policies/tool-routing.md";

const fix = (at: Remedy, what: string) => ({ at, what });

/** Every feature that has words of its own. Those of tools, contract rules and endings are made of their names. */
const WORDS: Readonly<Record<string, FeatureWords>> = {
  "ids.never_retrieved": {
    short: "never retrieved",
    clause: "an expected id was in no tool result",
    fix: fix("tool", `retrieval: which tool is asked (${ROUTING}), its depth, or the expansion of terms`),
  },
  "ids.not_shown": {
    short: "retrieved, not shown to the model",
    clause: "an expected id stood in a result behind what the model saw of it",
    fix: fix("tool", "the preview of results: its length, or the order of its rows"),
  },
  "ids.not_passed_on": {
    short: "lost between executor and planner",
    clause: "an executor saw an expected id and did not pass it on",
    fix: fix("prompt rule", "what an executor hands back to its planner"),
  },
  "ids.not_reported": {
    short: "seen, not reported",
    clause: "the model saw an expected id and did not report it",
    fix: fix("prompt rule", `what belongs in the list of recommendations (${RESPONSE_FORMAT})`),
  },
  "ids.unlisted": {
    short: "named, not listed",
    clause: "the answer names an expected id that its list leaves out",
    fix: fix("prompt rule", `the form of the list (${RESPONSE_FORMAT})`),
  },
  "ids.below_cut": {
    short: "reported below the tenth place",
    clause: "an expected id was reported below the tenth place",
    fix: fix("prompt rule", `the order of recommendations, or a re-ranker before them (${RESPONSE_FORMAT})`),
  },
  "rank.first_three": {
    short: "dropped from the first three",
    clause: "an expected id that was lost had stood among the first three rows of a result",
    fix: fix("prompt rule", `what belongs in the list of recommendations (${RESPONSE_FORMAT})`),
  },
  "rank.first_ten": {
    short: "dropped from ranks 4 to 10",
    clause: "an expected id that was lost had stood at ranks 4 to 10 of a result",
    fix: fix("prompt rule", `what belongs in the list of recommendations (${RESPONSE_FORMAT})`),
  },
  "rank.behind_ten": {
    short: "retrieved behind rank 10",
    clause: "an expected id that was lost had stood behind rank 10 of a result",
    fix: fix("tool", "ranking: a re-ranker, or a search with a narrower query"),
  },
  "abstention.false": {
    short: "abstains, though there is something to find",
    clause: "it abstains where there is something to find",
    fix: fix("prompt rule", `when to abstain (${EVIDENCE})`),
  },
  "abstention.missed": {
    short: "answers what has no answer",
    clause: "it answers where there is nothing to find",
    fix: fix("prompt rule", `when to abstain (${EVIDENCE})`),
  },
  "answer.fabricated": {
    short: "names ids that no result held",
    clause: "the answer names an id that no tool result held",
    fix: fix("prompt rule", `only ids that were retrieved (${EVIDENCE})`),
  },
  "answer.entities": {
    short: "leaves out expected entities",
    clause: "the answer names every expected id and too few of the expected entities",
    fix: fix(
      "scenario",
      "whether the question asks for these entities; if so, the prompt's rule on what an answer names",
    ),
  },
  "answer.unsaid": {
    short: "is silent on what nothing supports",
    clause: "the answer does not say that nothing supports a part of the question",
    fix: fix("prompt rule", "an answer says of each part of the question what was found, also where that is nothing"),
  },
  "answer.too_many": {
    short: "names too many ids",
    clause: "the answer names too many ids to say which",
    fix: fix("prompt rule", `the length of the list (${RESPONSE_FORMAT})`),
  },
  "answer.empty": {
    short: "empty or nearly empty answer",
    clause: "the answer is empty or nearly so",
    fix: fix("limit", "the model's output limit, and what came before the answer"),
  },
  "answer.call": {
    short: "writes a tool call as text",
    clause: "a tool call stands in the model's text, where nobody makes it",
    fix: fix(
      "tool",
      "the server's tool parser (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice --tool-call-parser NAME): scopebench setup model try",
    ),
  },
  "contract.retried": {
    short: "asked again for the form",
    clause: "the answer was sent back for its form",
    fix: fix("prompt rule", `the form of an answer (${RESPONSE_FORMAT})`),
  },
  "contract.fallback": {
    short: "broke the answer contract to the end",
    clause: "the answer still broke the contract after it was sent back",
    fix: fix("prompt rule", `the form of an answer (${RESPONSE_FORMAT})`),
  },
  "tools.none": {
    short: "called no tool",
    clause: "it called no tool",
    fix: fix("prompt rule", `to search before answering (${ROUTING})`),
  },
  "judge.fails": { short: "fails for the judge", clause: "the judge fails it", fix: null },
  "judge.alone": {
    short: "fails for the judge alone",
    clause: "it passes functionally and the judge fails it",
    fix: fix("judge", "the judge's reasons against the truth: scopebench judge rate"),
  },
  "judge.blocked": {
    short: "judge gave no verdict",
    clause: "the judge gave no verdict",
    fix: fix("judge", "the judge's own errors: scopebench show RUN EXECUTION"),
  },
  "judge.low_completeness": low("completeness"),
  "judge.low_relevance": low("relevance"),
  "judge.low_coherence": low("coherence"),
  "judge.low_evidence_grounding": low("evidence grounding"),
};

function low(dimension: string): FeatureWords {
  return {
    short: `judged low on ${dimension}`,
    clause: `the judge rates its ${dimension} 1 or 2 of 5`,
    fix: null,
  };
}

const STEPS: Readonly<Record<string, string>> = {
  never_retrieved: "retrieval",
  not_shown: "the preview of a result",
  not_passed_on: "the way from executor to planner",
  not_reported: "the answer",
  unlisted: "the list",
  below_cut: "the order of the list",
};

/** @param feature one that says something of a single execution; effort is a size and has no words. */
export function wordsOf(feature: string): FeatureWords | null {
  const own = Object.hasOwn(WORDS, feature) ? WORDS[feature] : undefined;
  if (own) return own;
  const what = feature.slice(feature.indexOf(".") + 1);
  switch (blockOf(feature)) {
    case "step":
      return {
        short: `earliest loss in ${STEPS[what]}`,
        clause: `the earliest loss of an expected id was in ${STEPS[what]}`,
        fix: WORDS[`ids.${what}`]!.fix,
      };
    case "ending":
      return { short: endingWords(what), clause: `it ended because ${endingWords(what)}`, fix: endingFix(what) };
    case "contract": {
      const rule = what.slice("rule_".length);
      return {
        short: `broke the rule ${rule}`,
        clause: `the answer broke the rule ${rule}`,
        fix: fix("prompt rule", `the rule ${rule} of an answer's form (${RESPONSE_FORMAT})`),
      };
    }
    case "errors":
      return {
        short: `${what} failed`,
        clause: `a call of ${what} failed`,
        fix: fix("tool", `${what}: its arguments, and what its errors tell the model`),
      };
    case "tools":
      return { short: `called ${what}`, clause: `it called ${what}`, fix: null };
    default:
      return null;
  }
}

function endingWords(reason: string): string {
  return FAILURE_REASONS[reason as FailureReason];
}

/** Reasons that lie with what a person has set; the others lie with a server. */
const LIMITS = ["context_overflow", "length", "call_limit", "spending_limit", "time_limit", "rate_limit", "quota"];
const PROMPTS = ["repetition", "repeated_calls", "refusal"];

function endingFix(reason: string): FeatureWords["fix"] {
  if (LIMITS.includes(reason)) return fix("limit", `limits of the run, the model or its account: ${reason}`);
  if (PROMPTS.includes(reason)) return fix("prompt rule", `what the prompt says about ${reason.replaceAll("_", " ")}`);
  return fix("limit", `the server or the agent's own code: ${reason}; scopebench resume RUN --failed repeats these`);
}
