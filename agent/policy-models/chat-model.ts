import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { estimateTokens } from "../models/tokens.ts";
import { answerQuestion } from "./deciding/how-to-go-about-it.ts";
import { putIntoWords } from "./deciding/how-to-say-it.ts";
import { writeQuery } from "./deciding/how-to-write-a-query.ts";
import { answerFromSources, stepOverSources } from "./deciding/what-sources-say.ts";
import { orByDescription } from "./deciding/what-the-change-says.ts";
import { planAndSynthesise } from "./deciding/what-to-hand-out.ts";
import { answerFromRetrieved } from "./deciding/what-was-retrieved.ts";
import type { Conclusion } from "./deciding/when-to-abstain.ts";
import { orderRecords } from "./deciding/which-order.ts";
import { checkCitations, chooseSources, giveKeywords, passQuestion } from "./deciding/which-sources-hold-it.ts";
import { findProfile, type PolicyProfile, standInName } from "./profiles.ts";
import { type MessageHistory, readConversation } from "./reading/conversation.ts";
import { readQuestion } from "./reading/what-was-asked.ts";
import { goOn, type NextStep, nextStep, type StepResult } from "./strategy.ts";
import { type ToolSpec, toToolSpec } from "./tool-specs.ts";
import { TurnState } from "./turn-state.ts";
import { WaitingStrategies } from "./waiting.ts";

export interface PolicyModelOptions {
  /** Name of a behaviour profile. */
  profile: string;
  /** Seeds the profile's slips. */
  seed: number;
}

const WAITING = new WaitingStrategies<Conclusion>();

/**
 * A deterministic stand-in for a language model, and not one: it sees what a chat model sees (messages and tool schemas)
 * and goes by the rules that it reads there. Its token counts are estimates.
 */
export class PolicyChatModel extends BaseChatModel {
  readonly #options: PolicyModelOptions;
  readonly #profile: PolicyProfile;
  readonly #tools: readonly ToolSpec[];

  constructor(options: PolicyModelOptions, tools: readonly ToolSpec[] = []) {
    super({});
    this.#options = options;
    this.#profile = findProfile(options.profile);
    this.#tools = tools;
  }

  override _llmType(): string {
    return "policy";
  }

  override bindTools(tools: BindToolsInput[]): PolicyChatModel {
    return new PolicyChatModel(this.#options, tools.map(toToolSpec));
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const conversation = readConversation(messages);
    const step = this.#goOn(conversation, messages) ?? this.#respond(conversation, messages);
    const message = this.#toMessage(step, messages);
    return { generations: [{ text: message.text, message }] };
  }

  /** Null where no strategy waits for just this. */
  #goOn({ turns }: MessageHistory, messages: readonly BaseMessage[]): NextStep<string> | null {
    const waiting = WAITING.take(messages, this.#basis());
    const { steps = [], drafts = [] } = turns.at(-1) ?? {};
    const results = steps.at(-1);
    if (!waiting || !results) return null;
    const { state, strategy } = waiting;
    const step = goOn(strategy, results);
    if (step.type === "conclusion")
      return { type: "conclusion", value: putIntoWords(state, step.value, drafts.at(-1)?.objection ?? null) };
    WAITING.put(waiting, messages, this.#basis());
    return step;
  }

  #basis(): readonly unknown[] {
    return [this.#profile, this.#options.seed, ...this.#tools];
  }

  /** Thinks through the turns from the first on: what an earlier one came to is remembered by thinking it again. */
  #respond(conversation: MessageHistory, messages: readonly BaseMessage[]): NextStep<string> {
    const part = partOf(conversation.system);
    if (part) return { type: "conclusion", value: part(conversation.turns[0]?.question ?? "", this.#profile) };
    if (isOverSources(conversation.system, this.#tools)) return this.#overSources(conversation);
    let memory: Conclusion | null = null;
    const files: StepResult[] = [];
    for (const [index, turn] of conversation.turns.entries()) {
      const [profile, { seed }, tools] = [this.#profile, this.#options, this.#tools];
      const state = new TurnState({ profile, seed, conversation, tools, turn: index });
      for (const file of files) state.recall(file);
      const think = state.plans ? planAndSynthesise : state.writes ? answerFromRetrieved : answerQuestion;
      const question = readQuestion(turn.question, { later: index > 0 });
      const strategy = orByDescription(think)(state, question, memory);
      const step: NextStep<Conclusion> = nextStep(strategy, turn.steps);
      const last = index === conversation.turns.length - 1;
      // One that plans looks at how many rounds there have been.
      if (last && step.type === "calls" && !state.plans) WAITING.put({ state, strategy }, messages, this.#basis());
      if (last && step.type === "calls") return step;
      if (step.type === "calls") continue;
      const objection = turn.drafts.at(-1)?.objection ?? null;
      if (last) return { type: "conclusion", value: putIntoWords(state, step.value, objection) };
      memory = { ...step.value, before: memory };
      files.push(...turn.steps.flat().filter(({ call, view }) => call.tool === "read_file" && view.ok));
    }
    return { type: "conclusion", value: "No supported recommendation: nothing was asked." };
  }

  /** Of live sources each turn is answered for itself. */
  #overSources(conversation: MessageHistory): NextStep<string> {
    const [profile, { seed }, tools] = [this.#profile, this.#options, this.#tools];
    const turn = conversation.turns.length - 1;
    const { question = "", steps = [], retrieved = [] } = conversation.turns[turn] ?? {};
    const state = new TurnState({ profile, seed, conversation, tools, turn });
    if (tools.length > 0) return stepOverSources(state, question, steps);
    return { type: "conclusion", value: answerFromSources(question, retrieved, state) };
  }

  #toMessage(step: NextStep<string>, messages: readonly BaseMessage[]): AIMessage {
    const content = step.type === "calls" ? "" : step.value;
    const calls = step.type === "calls" ? step.calls : [];
    const told = sum(this.#tools.map(({ tokens }) => tokens));
    const input = told + sum(messages.map(tokensOf));
    const made = sum(calls.map(({ tool, args }) => estimateTokens(tool + JSON.stringify(args))));
    const output = estimateTokens(content) + made;
    return new AIMessage({
      content,
      tool_calls: calls.map(({ tool, args }, index) => ({
        ...{ type: "tool_call", id: `call-${messages.length}-${index}` },
        ...{ name: tool, args },
      })),
      usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
      response_metadata: {
        model_name: standInName(this.#profile.name),
        usage_estimated: true,
      },
    });
  }
}

function isOverSources(system: string, tools: readonly ToolSpec[]): boolean {
  return /\bfrom what live sources gave\b/i.test(system) || tools.some(({ name }) => name === "source_search");
}

/** It was told to do one thing with one text, and no question is answered. */
function partOf(system: string): Part | null {
  return PARTS.find(({ told }) => told.test(system))?.part ?? null;
}

type Part = (said: string, profile: PolicyProfile) => string;

/** By the words of its system prompt. */
const PARTS: readonly { told: RegExp; part: Part }[] = [
  { told: /\byou rewrite search queries\b/i, part: writeQuery },
  { told: /\byou put records in order\b/i, part: orderRecords },
  { told: /\byou look at a question before anything is searched\b/i, part: passQuestion },
  { told: /\byou choose sources\b/i, part: chooseSources },
  { told: /\byou give keywords for one source\b/i, part: giveKeywords },
  { told: /\byou check an answer against the texts\b/i, part: checkCitations },
];

/** A conversation's messages come again in each of its requests. */
const TOKENS = new WeakMap<BaseMessage, number>();

function tokensOf(message: BaseMessage): number {
  const known = TOKENS.get(message);
  if (known !== undefined) return known;
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  const tokens = estimateTokens(message.text) + (calls.length > 0 ? estimateTokens(JSON.stringify(calls)) : 0);
  TOKENS.set(message, tokens);
  return tokens;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
