import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { makeModel } from "../../../../agent/make-model.ts";
import { readModelAnswer } from "../../../../agent/models/model-answer.ts";
import {
  fromRecordedAnswer,
  type RecordedAnswerRest,
  toRecordedAnswer,
} from "../../../../agent/models/recorded-message.ts";
import { UNPARSED_ARGUMENTS } from "../../../../agent/models/unparsed-arguments.ts";
import { NO_USAGE } from "../../../../agent/models/usage.ts";
import { RequestLog } from "../../../../agent/turns/request-log.ts";
import { traceMessages } from "../../../../agent/turns/trace-messages.ts";
import { describeFailure } from "../../../../agent/turns/turn-failure.ts";
import { askMetered } from "../../../../agent/workflows/middleware/call-meter.ts";
import { makeTask } from "../../task.ts";
import { modelOf } from "../wire-exchanges.ts";
import type { Failure, Json, Outcome, Protocol, Sent } from "./row.ts";
import { STREAMS, sse } from "./streams.ts";

/** One way of sending a row's answer. */
export interface Case {
  streamed: boolean;
  status: number;
  type: string;
  headers?: Record<string, string>;
  text: string;
  pieces: number;
}

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream; charset=utf-8";

/** A row's cases: whole, streamed, or both. */
export function casesOf(protocol: Protocol, sent: Sent): Case[] {
  const common = { status: 200, pieces: Number.POSITIVE_INFINITY };
  if ("events" in sent) return [{ ...common, streamed: true, type: STREAM_TYPE, text: sse(sent.events) }];
  if ("raw" in sent) {
    const { raw, status = 200, type = JSON_TYPE, headers, pieces = Number.POSITIVE_INFINITY } = sent;
    // An error has one form, whatever was asked for.
    return (status === 200 ? [type !== JSON_TYPE] : [false, true]).map((streamed) => ({
      streamed,
      status,
      type,
      headers,
      text: raw,
      pieces,
    }));
  }
  const whole = { ...common, streamed: false, type: JSON_TYPE, text: JSON.stringify(sent.body) };
  if (sent.only) return [whole];
  return [whole, { ...common, streamed: true, type: STREAM_TYPE, text: sse(STREAMS[protocol](sent.body)) }];
}

/** Asks through the whole layer: transport, client, call meter, trace. The first answer is the only one. */
export async function runCase(protocol: Protocol, sent: Case): Promise<Outcome | Failure> {
  let requests = 0;
  const send: typeof fetch = async () => {
    requests++;
    const headers = { "content-type": sent.type, "retry-after-ms": "1", ...sent.headers };
    return new Response(bytesOf(sent), { status: sent.status, headers });
  };
  const reported = modelOf({
    name: "",
    provider: "",
    api: protocol,
    streamed: sent.streamed,
    request: { body: {} },
    response: { status: 200, headers: {}, body: "" },
  });
  const model = await makeModel({
    model: { ...reported, maxRetries: 1 },
    seed: 1,
    environment: {},
    remainingMs: () => 10_000,
    fetch: send,
    thread: null,
  });
  const question = new HumanMessage("hi");
  const task = makeTask({ turns: ["hi"] });
  const log = new RequestLog({ turn: () => 0, elapsedMs: () => 0, signal: new AbortController().signal }, task);
  try {
    const ask = async () => (await model.invoke([question])) as AIMessage;
    const message = await askMetered(
      { meter: { modelCalls: 0, usage: NO_USAGE, roles: {} }, task, requests: log } as Json,
      { agent: { role: "analyst", subAgent: null }, purpose: "answer", sent: [question], before: [question], ask },
    );
    return outcomeOf(message as AIMessage, requests);
  } catch (error) {
    const failure = describeFailure(error, { cutOff: false, stopped: false, cutoffMs: 1 });
    return { error: failure.error.code, message: failure.error.message, retried: requests > 1 } as Json;
  }
}

function bytesOf({ text, pieces }: Case): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieces) controller.enqueue(bytes.slice(at, at + pieces));
      controller.close();
    },
  });
}

/** As the trace tells it, and as it is told again by a record of the message. */
function outcomeOf(message: AIMessage, requests: number): Outcome {
  const outcome = readMessage(message);
  const { item, rest } = JSON.parse(JSON.stringify(toRecordedAnswer(message)));
  const replayed = readMessage(fromRecordedAnswer(item, rest as RecordedAnswerRest));
  if (JSON.stringify(replayed) !== JSON.stringify(outcome))
    throw new Error(`a record of the answer tells ${JSON.stringify(replayed)}`);
  if (requests > 1) throw new Error("an answer was asked for again");
  return outcome;
}

function readMessage(message: AIMessage): Outcome {
  const trace = traceMessages([new HumanMessage("hi"), message]);
  const { input = 0, output = 0, estimated, cachedInput, cacheWrite, reasoning } = trace.usage ?? { estimated: true };
  const details = {
    ...(cachedInput !== undefined && { cached: cachedInput }),
    ...(cacheWrite !== undefined && { written: cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  };
  return {
    finish: Object.keys(trace.finishes ?? {}).join(),
    text: trace.messages[1]?.text ?? "",
    reasoning: readModelAnswer(message).reasoning,
    calls: (message.tool_calls ?? []).map(({ name, args }) => [name, args[UNPARSED_ARGUMENTS] ?? args]),
    tokens: estimated ? null : Object.keys(details).length > 0 ? [input, output, details] : [input, output],
    extras: Object.keys(trace.extras ?? {}),
  };
}
