import type { AIMessage } from "@langchain/core/messages";
import { sha256 } from "../../base/hash.ts";
import { RecordedCutOff } from "../../base/providers/recording/recording.ts";
import type { Wait } from "../../base/providers/retrying-fetch.ts";
import { roundMs } from "../../base/stopwatch.ts";
import type { ModelRequestRecord, Role } from "../contract/contract.ts";
import { modelFailureCode } from "../models/failure-code.ts";
import { readModelAnswer } from "../models/model-answer.ts";
import { addUsage, NO_USAGE } from "../models/usage.ts";
import { rootOf } from "./root-of.ts";
import { nameOfThread } from "./thread-name.ts";
import type { ToolContext } from "./tool-context.ts";

/** Which agent of an execution it is. */
export interface AgentPart {
  role: Role;
  /** Name of the executor, null for the main agent. */
  subAgent: string | null;
}

/** The member of an answer's metadata that names its request. */
const INDEX = "scopebench_request";

/** Longest error text that is kept; providers send whole pages. */
const ERROR_CHARS = 500;

/** Every request to a model of one execution, and the system prompts that went with them, each once. */
export class RequestLog {
  readonly requests: ModelRequestRecord[] = [];
  readonly prompts: Record<string, string> = {};
  readonly #clock: Pick<ToolContext, "turn" | "elapsedMs" | "signal">;
  readonly #threadName: string;
  /** Tokens of what was sent, by request, to be counted where no answer tells. */
  readonly #sent: (() => number)[] = [];
  /** Mostly that of the next request, too. */
  #last: { system: string; hash: string } | undefined;

  constructor(clock: Pick<ToolContext, "turn" | "elapsedMs" | "signal">, task: Parameters<typeof nameOfThread>[0]) {
    this.#clock = clock;
    this.#threadName = nameOfThread(task);
  }

  start(
    { role, subAgent }: AgentPart,
    { purpose, system, sent }: { purpose: ModelRequestRecord["purpose"]; system?: string; sent: () => number },
  ): OpenRequest {
    const record: ModelRequestRecord = {
      index: this.requests.length,
      turn: this.#clock.turn(),
      role,
      subAgent,
      purpose,
      startMs: this.#clock.elapsedMs(),
      durationMs: null,
      prompt: system ? this.#keepPrompt(system) : null,
    };
    this.requests.push(record);
    this.#sent.push(sent);
    const end = (ended: Partial<ModelRequestRecord>): void => {
      Object.assign(record, { durationMs: roundMs(this.#clock.elapsedMs() - record.startMs) }, ended);
    };
    return {
      label: { [INDEX]: record.index },
      answered: (message) => {
        this.#sent[record.index] = () => 0; // What it held may go.
        end(readAnswer(message));
      },
      failed: (error) => end(this.#clock.signal.aborted ? { error: CUT_OFF } : readFailure(error)),
    };
  }

  /** Tokens of the requests that a server had and that were given up: it counts them, and nobody tells how many they were. */
  unanswered(): number {
    return this.requests
      .filter(({ usage, error }) => !usage && (!error || GIVEN_UP.has(error.code)))
      .reduce((sum, { index }) => sum + this.#sent[index]!(), 0);
  }

  #keepPrompt(system: string): string {
    if (this.#last?.system === system) return this.#last.hash;
    const text = system.replaceAll(this.#threadName, "{thread}");
    const hash = sha256(text).slice(0, 16);
    this.prompts[hash] = text;
    this.#last = { system, hash };
    return hash;
  }
}

/** A request that is under way. */
interface OpenRequest {
  /** To be put among the answer's metadata. */
  label: Record<string, number>;
  answered(message: AIMessage): void;
  failed(error: unknown): void;
}

/** Index of the request that a message answers. */
export function requestOf({ response_metadata }: Pick<AIMessage, "response_metadata">): number | undefined {
  const index: unknown = response_metadata?.[INDEX];
  return typeof index === "number" ? index : undefined;
}

function readAnswer(message: AIMessage): Partial<ModelRequestRecord> {
  const { finish, servedModel, reasoning } = readModelAnswer(message);
  const { waits } = message.response_metadata as { waits?: readonly Wait[] };
  return {
    usage: addUsage(NO_USAGE, message),
    finish,
    servedModel,
    ...(reasoning !== "" && { reasoning }),
    ...(waits && { waits }),
  };
}

const GIVEN_UP = new Set(["turn_ended", "provider_timeout", "provider_stream_cut"]);

const CUT_OFF = { code: "turn_ended", message: "The turn ended before an answer came." };

function readFailure(error: unknown): Partial<ModelRequestRecord> {
  if (rootOf(error) instanceof RecordedCutOff) return { error: CUT_OFF };
  const { name = "Error", message = String(error) } = error instanceof Error ? error : {};
  const code = modelFailureCode(error) ?? name;
  const waits = waitsOf(error);
  return { error: { code, message: message.split("\n")[0]!.slice(0, ERROR_CHARS) }, ...(waits && { waits }) };
}

/** Clients and middleware wrap what they catch. */
function waitsOf(error: unknown, depth = 0): readonly Wait[] | undefined {
  if (!(error instanceof Error) || depth > 10) return undefined;
  return (error as { waits?: readonly Wait[] }).waits ?? waitsOf(error.cause, depth + 1);
}
