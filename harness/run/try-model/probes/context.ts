import { AskFailed } from "../ask-failed.ts";
import type { Endpoint, ProbeAnswer } from "../endpoint.ts";
import { fillerOf } from "../filler.ts";
import type { EndpointProbe, ProbeFinding } from "../probe.ts";
import { type SaidContext, saidContext } from "../said-context.ts";

/** Shortest prompt that is tried: it measures how many tokens the filler's words are, too. */
const SHORTEST = 256;
const MOST_REQUESTS = 6;
/** No tokenizer joins whole words: a server that counts fewer has cut even this prompt. */
const FEWEST_PER_WORD = 0.7;
const CODE = "7316";

/** @param most tokens of the longest prompt: what it costs is told before it is sent */
export function context(most: number): EndpointProbe {
  return {
    name: "context",
    question: "serves the declared context",
    cost: { requests: MOST_REQUESTS, input: Math.ceil(most / 3), output: 16 },
    run: async (endpoint) => judge(endpoint, await measure(endpoint, most)),
  };
}

interface Measured {
  said: SaidContext | null;
  /** Tokens of the longest prompt that was answered whole. */
  taken: number;
  /** Tokens of the shortest that was refused. */
  refused: number | null;
  /** What the refusal names as its limit. */
  named: number | null;
  /** Tokens that the server counted of a prompt that was longer; null = none was cut. */
  cutTo: number | null;
  /** Whether the model repeated the code at the beginning of the longest prompt. */
  remembers: boolean;
}

async function measure(endpoint: Endpoint, most: number): Promise<Measured> {
  const first = await send(endpoint, SHORTEST);
  if (first instanceof AskFailed) throw first;
  // After the first answer: some servers load the model for it, and name its window then.
  const said = await saidContext(endpoint);
  const perWord = first.usage.estimated ? 1 : first.usage.input / SHORTEST;
  const measured: Measured = {
    said,
    taken: first.usage.input,
    refused: null,
    named: null,
    cutTo: null,
    remembers: true,
  };
  if (!first.usage.estimated && perWord < FEWEST_PER_WORD) return { ...measured, cutTo: first.usage.input };
  const longest = Math.min(most, endpoint.model.contextWindow) - 64;
  let words = Math.floor(longest / perWord);
  let low = SHORTEST;
  for (let at = 1; at < MOST_REQUESTS && words > low * 1.15; at++) {
    const asked = await send(endpoint, words);
    if (asked instanceof AskFailed) {
      measured.refused = Math.round(words * perWord);
      measured.named = limitIn(asked.message);
      if (measured.named !== null) return measured;
    } else {
      const sent = words * perWord;
      const isCut = !asked.usage.estimated && asked.usage.input < sent * 0.8;
      if (isCut) return { ...measured, cutTo: asked.usage.input };
      measured.taken = Math.round(asked.usage.estimated ? sent : asked.usage.input);
      measured.remembers = asked.message.text.includes(CODE);
      low = words;
      if (measured.refused === null) return measured;
    }
    words = Math.floor((low + (measured.refused ?? 0) / perWord) / 2);
  }
  return measured;
}

/** An answer, or the refusal of a prompt that is too long. Everything else is thrown. */
async function send(endpoint: Endpoint, words: number): Promise<ProbeAnswer | AskFailed> {
  const prompt = `The code is ${CODE}.\n\n${fillerOf(words)}\n\nAnswer with the code from the beginning alone.`;
  try {
    return await endpoint.ask(prompt, { maxOutputTokens: 64 });
  } catch (error) {
    if (error instanceof AskFailed && error.code === "context_overflow") return error;
    throw error;
  }
}

/** The window in the words of a refusal: `maximum context length is 8192 tokens`, `available context size (8192 tokens)`, `9000 tokens > 8192 maximum`. */
function limitIn(message: string): number | null {
  const before = /> (\d[\d,]*) maximum/i.exec(message);
  const after = /(?:context (?:length|size|window)|n_ctx|maximum)[^0-9]{0,40}(\d[\d,]*)/i.exec(message);
  const tokens = Number((before ?? after)?.[1]?.replaceAll(",", ""));
  return tokens >= SHORTEST ? tokens : null;
}

function judge({ model }: Endpoint, measured: Measured): ProbeFinding {
  const { said, taken, refused, named, cutTo, remembers } = measured;
  const declared = model.contextWindow;
  const value = Math.min(
    ...[said?.tokens, named, cutTo].filter((size) => typeof size === "number"),
    Number.POSITIVE_INFINITY,
  );
  const served = Number.isFinite(value) ? value : refused === null ? null : taken;
  const tried = `${taken.toLocaleString("en-US")} tokens taken`;
  const saying = said ? `; ${said.where} says ${said.tokens.toLocaleString("en-US")}` : "";
  if (cutTo !== null)
    return {
      outcome: "no",
      value: cutTo,
      found: `longer prompts are cut to ${cutTo.toLocaleString("en-US")} tokens without a word${saying}`,
      advice: `agents lose the beginning of their prompt; enlarge the server's window, or set context_window: ${cutTo}`,
    };
  if (served !== null && served < declared)
    return {
      outcome: "no",
      value: served,
      found: `${declared.toLocaleString("en-US")} declared, ${served.toLocaleString("en-US")} served (${named === null ? `${tried}${saying}` : "its refusal says so"})`,
      advice: `longer requests end as context_overflow: set context_window: ${served}`,
    };
  const found = `${tried}${saying}; ${remembers ? "its beginning is remembered" : "its beginning is not remembered"}`;
  const forgets = remembers ? {} : { advice: "the model does not use what stands far before its question" };
  const isKnown = served !== null || taken >= declared * 0.8;
  return { outcome: isKnown ? "yes" : "not_said", found, ...(served !== null && { value: served }), ...forgets };
}
