import { UserError } from "../../base/user-error.ts";

/**
 * The behaviour of a policy model: a deterministic stand-in, not a language model. What it knows of routing, the domain
 * and the answer's form it has from the policies that it was given or loaded; what is here is its behaviour.
 */
export interface PolicyProfile {
  name: string;
  /** For people who read results made with it. */
  description: string;
  /** Tokens of one message that it reads with attention; what stands behind is not followed. Null: all. */
  attentionTokens: number | null;
  /** Which skills it loads where nothing tells the order. */
  skillLoading: "all_first" | "as_needed" | "none";
  /** Calls that it is ready to make for one question in one context, skills not counted. */
  callBudget: number;
  /** Hits asked of a search. */
  searchLimit: number;
  /** After the tool that a route starts with, also asks those named behind it, to confirm or to add. */
  crossChecks: boolean;
  /** Reads on where a result was cut off for display. */
  readsCutResults: boolean;
  /** Reads the records of what it found, and holds them against what was asked. */
  verifies: boolean;
  /** Searches again in other words after a poor result. */
  refinements: number;
  /** Test cases found into whose links and attributes it looks when something is asked about them. */
  looksInto: number;
  /** Share of the asked conditions that a candidate must be seen to fulfil, 0 to 1. */
  strictness: number;
  /** What fulfils most, not all, of the conditions: most of it that is listed beside what fulfils all, as a share of that. */
  nearMisses: number;
  /** Support below which it says that there is nothing to recommend, 0 to 1. */
  abstainBelow: number;
  /** Most that it recommends from a search by words. */
  longestSearchList: number;
  /** Probability that a call's arguments come out malformed. */
  malformedRate: number;
  /** Corrects a call that was refused for its arguments. */
  correctsErrors: boolean;
  /** Share of the conditions that reaches an executor's sub-task, as a planner. */
  briefs: "in_full" | "in_short";
}

/** All profiles by name: what `model` of a policy model can be. */
export const POLICY_PROFILES: Readonly<Record<string, PolicyProfile>> = {
  explorer: {
    name: "explorer",
    description:
      "Exhaustive: follows a route to its end, cross-checks with further tools, reads on where results were cut, searches again in other words. Loads skills when it needs them. Recommends a little more than the evidence carries, and abstains late.",
    attentionTokens: null,
    skillLoading: "as_needed",
    callBudget: 24,
    searchLimit: 40,
    crossChecks: true,
    readsCutResults: true,
    verifies: true,
    refinements: 2,
    looksInto: 100,
    strictness: 0.6,
    nearMisses: 0.25,
    abstainBelow: 0.3,
    longestSearchList: 25,
    malformedRate: 0.01,
    correctsErrors: true,
    briefs: "in_full",
  },
  planner: {
    name: "planner",
    description:
      "Structured: loads every skill first, needed or not, takes the tool that the route names, reads the records of what it found and keeps only what fulfils every condition. Abstains readily, sometimes too readily.",
    attentionTokens: null,
    skillLoading: "all_first",
    callBudget: 14,
    searchLimit: 30,
    crossChecks: false,
    readsCutResults: true,
    verifies: true,
    refinements: 1,
    looksInto: 25,
    strictness: 1,
    nearMisses: 0,
    abstainBelow: 0.6,
    longestSearchList: 15,
    malformedRate: 0,
    correctsErrors: true,
    briefs: "in_full",
  },
  sprinter: {
    name: "sprinter",
    description:
      "Quick: few calls, trusts the first result as it is shown, skims long prompts and loads no skill unless it is told to. Now and then its arguments are malformed, and it does not always try again. Checks no condition, and abstains where one is set.",
    attentionTokens: 1_550,
    skillLoading: "none",
    callBudget: 4,
    searchLimit: 12,
    crossChecks: false,
    readsCutResults: false,
    verifies: false,
    refinements: 0,
    looksInto: 10,
    strictness: 0,
    nearMisses: 1,
    abstainBelow: 0.05,
    longestSearchList: 10,
    malformedRate: 0.08,
    correctsErrors: false,
    briefs: "in_short",
  },
};

/** What a stand-in says that it is, in the place of a served model's id. */
export function standInName(profile: string): string {
  return `policy-${profile} (stand-in, not a language model)`;
}

/** @throws UserError `config` when there is no such profile */
export function findProfile(name: string): PolicyProfile {
  const profile = POLICY_PROFILES[name];
  if (profile) return profile;
  throw new UserError("config", `There is no policy model "${name}".`, {
    hint: `Policy models are rule-based stand-ins: ${Object.keys(POLICY_PROFILES).join(", ")}.`,
  });
}
