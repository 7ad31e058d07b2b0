import { readFileSync } from "node:fs";
import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { describe, expect, it, vi } from "vitest";
import { makeModel } from "../../../agent/make-model.ts";
import { modelFailureCode } from "../../../agent/models/failure-code.ts";
import { readModelAnswer } from "../../../agent/models/model-answer.ts";
import { UNPARSED_ARGUMENTS } from "../../../agent/models/unparsed-arguments.ts";
import { openAiEmbedding } from "../../../db/embeddings/openai-compatible.ts";
import { nonEmpty } from "../../non-empty.ts";
import { type Exchange, modelOf, readExchanges, replay } from "./wire-exchanges.ts";
import { oracle, type Said } from "./wire-oracle.ts";

const exchanges = readExchanges();
const chats = exchanges.filter(({ api }) => api !== "openai-embeddings");
const table = readTable(readFileSync(new URL("../../input/wire/README.md", import.meta.url), "utf8"));

async function ask(exchange: Exchange): Promise<AIMessage> {
  const { fetch } = replay(exchange);
  const model = await makeModel({
    model: modelOf(exchange),
    seed: 1,
    environment: {},
    remainingMs: () => 10_000,
    fetch,
  });
  return (await model.invoke([new HumanMessage("hi")])) as AIMessage;
}

function said(message: AIMessage): Said {
  const usage = message.usage_metadata;
  return {
    text: message.text,
    reasoning: readModelAnswer(message).reasoning,
    calls: (message.tool_calls ?? []).map(({ name, args }) => [name, args[UNPARSED_ARGUMENTS] ?? args]),
    usage: usage?.input_tokens
      ? {
          input: usage.input_tokens,
          output: usage.output_tokens,
          cached: usage.input_token_details?.cache_read ?? 0,
        }
      : null,
  };
}

/** One line: how an exchange comes out, as the table of `test/input/wire/README.md` has it. */
async function outcome(exchange: Exchange): Promise<string> {
  if (exchange.api === "openai-embeddings") return embedded(exchange);
  try {
    const message = await ask(exchange);
    const { text, reasoning, calls, usage } = said(message);
    const broken = (message.tool_calls ?? []).filter(({ args }) => UNPARSED_ARGUMENTS in args).length;
    return [
      readModelAnswer(message).finish,
      text === "" ? "no text" : `${text.length} characters`,
      ...(reasoning === "" ? [] : ["reasoning"]),
      ...(calls.length === 0 ? [] : [`${calls.length} call${calls.length > 1 ? "s" : ""}`]),
      ...(broken === 0 ? [] : [`${broken} unreadable`]),
      usage ? `${usage.input} (${usage.cached}) + ${usage.output} tokens` : "tokens unknown",
    ].join(", ");
  } catch (error) {
    return modelFailureCode(error) ?? String(error);
  }
}

async function embedded(exchange: Exchange): Promise<string> {
  vi.stubGlobal("fetch", replay(exchange).fetch);
  const { input } = exchange.request.body as { input: string[] };
  const [first] = (exchange.response.body as { data: { embedding: string | number[] }[] }).data;
  const dimensions = typeof first?.embedding === "string" ? 128 : (first?.embedding.length ?? 0);
  const options = {
    baseUrl: "http://provider.test/v1",
    model: "m",
    dimensions,
    batchSize: 8,
    maxRetries: 0,
    timeoutMs: 60_000,
  };
  const port = openAiEmbedding(options, {});
  const vectors = await port.embed(input).finally(() => vi.unstubAllGlobals());
  const lengths = vectors.map((vector) => Math.hypot(...vector).toFixed(3));
  return `${vectors.length} x ${dimensions}, length ${lengths.join(" ")}, ${port.usage?.().tokens} tokens`;
}

/** Rows `| exchange | deviation | what we do | comes out as |`. */
function readTable(markdown: string): Map<string, string> {
  const [, held = ""] = markdown.split("<!-- held by test/agent/models/wire.test.ts -->");
  const rows = held.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(rows.filter((cells) => cells.length === 6).map((cells) => [cells[1] ?? "", cells[4] ?? ""]));
}

describe("recorded exchanges of real providers", () => {
  it("are all in the table of test/input/wire/README.md, and nothing else is", () => {
    expect(exchanges).toHaveLength(60);
    expect([...table.keys()].filter((name) => name !== "exchange" && !/^-+$/.test(name)).sort()).toEqual(
      exchanges.map(({ name }) => name),
    );
  });

  it.each(exchanges)("$name comes out as the table says", async (exchange) => {
    expect(await outcome(exchange)).toBe(table.get(exchange.name));
  });

  it.each(nonEmpty(chats.filter(({ response, name }) => response.status < 400 && !/error/.test(name))))(
    "$name: text, reasoning, calls and tokens are those of the recorded bytes",
    async (exchange) => {
      expect(said(await ask(exchange))).toEqual(oracle(exchange));
    },
  );
});
