import { makeRandom, type Random } from "../../base/random.ts";
import type { PolicyProfile } from "./profiles.ts";
import type { MessageHistory } from "./reading/conversation.ts";
import { mergeReadings, type PolicyReading, type Rule } from "./reading/policy-text.ts";
import type { ResultView } from "./reading/result-view.ts";
import type { StepResult } from "./strategy.ts";
import type { ToolSpec } from "./tool-specs.ts";

/** A skill that can be loaded, as the prompt announces it. */
export interface SkillOffer {
  name: string;
  description: string;
  path: string;
}

/**
 * What a policy model knows while it works on one turn: who it is, what it was told, what it may call, what it
 * has learnt on the way. Made anew at each request.
 */
export class TurnState {
  readonly profile: PolicyProfile;
  readonly random: Random;
  readonly tools: ReadonlyMap<string, ToolSpec>;
  readonly skills: readonly SkillOffer[];
  readonly threadId: string;
  /** It was told to plan and to hand out the work. */
  readonly plans: boolean;
  /** Rounds of sub-tasks that this turn has seen, and those that were thought of so far. */
  readonly roundsSeen: number;
  roundsPlanned = 0;
  /** Skills loaded in this conversation. */
  readonly loaded = new Set<string>();
  /** What came back in this turn, by call. */
  readonly results = new Map<string, ResultView>();
  /** Calls left of what it is ready to make for this turn. */
  callsLeft: number;
  readonly #read: (text: string) => PolicyReading;
  readonly #readings: PolicyReading[];
  #knowledge: PolicyReading;

  constructor(options: {
    profile: PolicyProfile;
    seed: number;
    conversation: MessageHistory;
    tools: readonly ToolSpec[];
    turn: number;
    /** Reads a policy text as attentively as the profile does. */
    read: (text: string) => PolicyReading;
  }) {
    const { profile, conversation } = options;
    const question = conversation.turns[options.turn]?.question ?? "";
    this.profile = profile;
    this.random = makeRandom("policy", profile.name, options.seed, options.turn, question);
    this.tools = new Map(options.tools.map((tool) => [tool.name, tool]));
    this.skills = readSkillOffers(conversation.system);
    this.threadId = /thread id of this conversation is `([^`]+)`/.exec(conversation.system)?.[1] ?? "";
    this.plans = /\byou plan the work\b/i.test(conversation.system);
    const steps = conversation.turns[options.turn]?.steps ?? [];
    this.roundsSeen = steps.filter((step) => step.some(({ call }) => call.tool === "task")).length;
    this.callsLeft = profile.callBudget;
    this.#read = options.read;
    this.#readings = [options.read(conversation.system)];
    this.#knowledge = mergeReadings(this.#readings);
  }

  /** Takes in a policy that was loaded. */
  learn(text: string): void {
    this.#readings.push(this.#read(text));
    this.#knowledge = mergeReadings(this.#readings);
  }

  /** Remembers a file that was read in an earlier turn: a skill is loaded once in a conversation. */
  recall(step: StepResult): void {
    const skill = this.skills.find((offer) => offer.path === step.call.args.file_path);
    if (!skill) return;
    this.loaded.add(skill.name);
    this.learn(step.text);
  }

  get knowledge(): PolicyReading {
    return this.#knowledge;
  }

  /** The rule of that lead, when it was read: a rule that was not read is not followed. */
  rule(lead: string): Rule | undefined {
    return this.#knowledge.rules.get(lead.toLowerCase());
  }
}

function readSkillOffers(system: string): SkillOffer[] {
  const offers = system.matchAll(/^- \*\*([\w-]+)\*\*: (.+)\n\s*→ Read `([^`]+)`/gm);
  return [...offers].map(([, name = "", description = "", path = ""]) => ({ name, description, path }));
}
