import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { estimateTokens } from "../models/tokens.ts";
import { revise, writeAnswer } from "./answering/write-answer.ts";
import type { Conclusion } from "./conclusion.ts";
import { findProfile, type PolicyProfile } from "./profiles.ts";
import { makeReader } from "./reading/attentive-reader.ts";
import { type MessageHistory, readConversation, type Turn } from "./reading/conversation.ts";
import type { PolicyReading } from "./reading/policy-text.ts";
import { readQuestion } from "./reading/question.ts";
import { answerQuestion } from "./strategies/answer-question.ts";
import { planAndSynthesise } from "./strategies/plan.ts";
import { type NextStep, nextStep, type PlannedCall, type StepResult } from "./strategy.ts";
import { type ToolSpec, toToolSpec } from "./tool-specs.ts";
import { TurnState } from "./turn-state.ts";

export interface PolicyModelOptions {
  /** Name of a behaviour profile. */
  profile: string;
  /** Seeds the profile's slips. */
  seed: number;
}

/** What a model that was bound to tools takes over from the one that it was made from. */
interface Bound {
  tools: readonly ToolSpec[];
  read: (text: string) => PolicyReading;
}

/**
 * A deterministic stand-in for a language model, and not one: it sees what a chat model sees (messages and tool schemas)
 * and goes by the rules that it reads there. Its token counts are estimates.
 */
export class PolicyChatModel extends BaseChatModel {
  readonly #options: PolicyModelOptions;
  readonly #profile: PolicyProfile;
  readonly #tools: readonly ToolSpec[];

  readonly #read: (text: string) => PolicyReading;

  constructor(options: PolicyModelOptions, bound?: Bound) {
    super({});
    this.#options = options;
    this.#profile = findProfile(options.profile);
    this.#tools = bound?.tools ?? [];
    this.#read = bound?.read ?? makeReader(this.#profile.attentionTokens);
  }

  override _llmType(): string {
    return "policy";
  }

  override bindTools(tools: BindToolsInput[]): PolicyChatModel {
    return new PolicyChatModel(this.#options, { tools: tools.map(toToolSpec), read: this.#read });
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const step = this.#respond(readConversation(messages));
    const message = this.#toMessage(step, messages);
    return { generations: [{ text: message.text, message }] };
  }

  /** Thinks through the turns from the first on: what an earlier one came to is remembered by thinking it again. */
  #respond(conversation: MessageHistory): PlannedCalls | string {
    let memory: Conclusion | null = null;
    const read: StepResult[] = [];
    for (const [index, turn] of conversation.turns.entries()) {
      const state = new TurnState({
        profile: this.#profile,
        seed: this.#options.seed,
        conversation,
        tools: this.#tools,
        read: this.#read,
        turn: index,
      });
      for (const step of read) state.recall(step);
      const step = this.#think(state, { turn, later: index > 0, memory });
      if (step.type === "calls") {
        if (index === conversation.turns.length - 1) return step;
        continue;
      }
      if (index === conversation.turns.length - 1) return this.#put(state, turn, step.value);
      memory = step.value;
      read.push(...turn.steps.flat().filter((entry) => entry.call.tool === "read_file" && entry.status === "success"));
    }
    return "No supported recommendation: nothing was asked.";
  }

  #think(
    state: TurnState,
    { turn, later, memory }: { turn: Turn; later: boolean; memory: Conclusion | null },
  ): NextStep<Conclusion> {
    const question = readQuestion(turn.question, { later });
    const think = state.plans ? planAndSynthesise : answerQuestion;
    return nextStep(think(state, question, memory), turn.steps);
  }

  #put(state: TurnState, turn: Turn, conclusion: Conclusion): string {
    const objection = turn.drafts.at(-1)?.objection;
    return objection ? revise(state, conclusion, objection) : writeAnswer(state, conclusion);
  }

  #toMessage(step: PlannedCalls | string, messages: readonly BaseMessage[]): AIMessage {
    const content = typeof step === "string" ? step : "";
    const calls = typeof step === "string" ? [] : step.calls;
    const input =
      messages.reduce((sum, message) => sum + estimateTokens(message.text) + callTokens(message), 0) +
      this.#tools.reduce((sum, tool) => sum + tool.tokens, 0);
    const output =
      estimateTokens(content) +
      calls.reduce((sum, call) => sum + estimateTokens(call.tool + JSON.stringify(call.args)), 0);
    return new AIMessage({
      content,
      tool_calls: calls.map((call, index) => ({
        type: "tool_call",
        id: `call-${messages.length}-${index}`,
        name: call.tool,
        args: call.args,
      })),
      usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
      response_metadata: {
        model_name: `policy-${this.#profile.name} (stand-in, not a language model)`,
        usage_estimated: true,
      },
    });
  }
}

interface PlannedCalls {
  type: "calls";
  calls: readonly PlannedCall[];
}

function callTokens(message: BaseMessage): number {
  return AIMessage.isInstance(message) && message.tool_calls?.length
    ? estimateTokens(JSON.stringify(message.tool_calls))
    : 0;
}
