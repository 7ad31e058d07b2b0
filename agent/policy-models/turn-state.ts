import { makeRandom, type Random } from "../../base/random.ts";
import type { PolicyProfile } from "./profiles.ts";
import type { MessageHistory } from "./reading/conversation.ts";
import type { ResultView } from "./reading/what-came-back.ts";
import { mergeReadings, type PolicyReading, readPolicyText } from "./reading/what-was-told.ts";
import type { StepResult } from "./strategy.ts";
import type { ToolSpec } from "./tool-specs.ts";

/** Characters to a token, as everywhere here. */
const CHARS_PER_TOKEN = 4;

/** A skill that can be loaded, as the prompt announces it. */
export interface SkillOffer {
  name: string;
  description: string;
  path: string;
}

/** What a policy model knows while it works on one turn: who it is, what it was told, what it may call, what came back. Made anew at each request. */
export class TurnState {
  readonly profile: PolicyProfile;
  readonly random: Random;
  readonly tools: ReadonlyMap<string, ToolSpec>;
  readonly skills: readonly SkillOffer[];
  readonly threadId: string;
  /** It was told to plan and to hand out the work; to answer from what was retrieved for it. */
  readonly plans: boolean;
  readonly writes: boolean;
  /** What was retrieved for the question. */
  readonly retrieved: readonly ResultView[];
  /** Rounds of sub-tasks that this turn has seen, and those that were thought of so far. */
  readonly roundsSeen: number;
  roundsPlanned = 0;
  /** Skills loaded in this conversation. */
  readonly loaded = new Set<string>();
  /** What came back in this turn, by call. */
  readonly results = new Map<string, ResultView>();
  /** Calls left of what it is ready to make for this turn. */
  callsLeft: number;
  #knowledge: PolicyReading;

  constructor(options: {
    profile: PolicyProfile;
    seed: number;
    conversation: MessageHistory;
    tools: readonly ToolSpec[];
    turn: number;
  }) {
    const { profile, conversation } = options;
    const { question = "", steps = [], retrieved = [] } = conversation.turns[options.turn] ?? {};
    this.profile = profile;
    this.random = makeRandom("policy", profile.name, options.seed, options.turn, question);
    this.tools = new Map(options.tools.map((tool) => [tool.name, tool]));
    this.skills = readSkillOffers(conversation.system);
    this.threadId = /thread id of this conversation is `([^`]+)`/.exec(conversation.system)?.[1] ?? "";
    this.plans = /\byou plan the work\b/i.test(conversation.system);
    this.writes = /\brecords were retrieved by\b/i.test(conversation.system);
    this.retrieved = retrieved;
    this.roundsSeen = steps.filter((step) => step.some(({ call }) => call.tool === "task")).length;
    this.callsLeft = profile.callBudget;
    this.#knowledge = this.#read(conversation.system);
  }

  /** Takes in a policy that was loaded. */
  learn(text: string): void {
    this.#knowledge = mergeReadings(this.#knowledge, this.#read(text));
  }

  /** Of a long text, what stands behind the profile's attention is not taken in. */
  #read(text: string): PolicyReading {
    const { attentionTokens } = this.profile;
    return readPolicyText(attentionTokens === null ? text : text.slice(0, attentionTokens * CHARS_PER_TOKEN));
  }

  /** Remembers a file that was read in an earlier turn: a skill is loaded once in a conversation. */
  recall(step: StepResult): void {
    const skill = this.skills.find((offer) => offer.path === step.call.args.file_path);
    if (!skill) return;
    this.loaded.add(skill.name);
    this.learn(step.view.text);
  }

  get knowledge(): PolicyReading {
    return this.#knowledge;
  }

  /** The text of the rule of that lead, when it was read: a rule that was not read is not followed. */
  rule(lead: string): string | undefined {
    return this.#knowledge.rules.get(lead);
  }

  /** The columns of a relation that a policy names: one that it can query without asking first. */
  columnsOf(relation: string): readonly string[] | undefined {
    return this.#knowledge.relations.get(relation);
  }
}

function readSkillOffers(system: string): SkillOffer[] {
  const offers = system.matchAll(/^- \*\*([\w-]+)\*\*: (.+)\n\s*→ Read `([^`]+)`/gm);
  return [...offers].map(([, name = "", description = "", path = ""]) => ({ name, description, path }));
}
