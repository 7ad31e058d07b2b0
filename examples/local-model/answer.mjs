import { grammarSchema } from "./grammar-schema.mjs";
import { promptOf } from "./prompt.mjs";

/** One answer to the body of a request: a text, or a call whose form a grammar holds. */
export async function answer(body, { model, maxTokens, wholeTools, signal, call }) {
  const tools = body.tool_choice === "none" ? [] : (body.tools ?? []);
  const prompt = promptOf(body.messages, tools, wholeTools);
  const wanted = body.max_completion_tokens ?? body.max_tokens ?? maxTokens;
  const options = {
    temperature: body.temperature ?? 0,
    seed: body.seed,
    maxTokens: Math.min(wanted, maxTokens),
    signal,
  };
  const used = { input: 0, cached: 0, output: 0, promptMs: 0, outputMs: 0 };
  const complete = async (text, more) => {
    const { usage, ...made } = await model.complete(text, { ...options, ...more });
    if (used.input === 0) used.cached = usage.cached;
    used.input = used.input || usage.input;
    used.output += usage.output;
    used.promptMs += usage.promptMs ?? 0;
    used.outputMs += usage.outputMs ?? 0;
    return made;
  };
  const tool = tools.length === 0 ? null : await toolCalled(body, tools, (grammar) => complete(prompt, { grammar }));
  if (tool) {
    const grammar = grammarSchema(tool.function.parameters);
    const { text, isCut } = await complete(`${prompt}call ${tool.function.name}\n`, { grammar });
    const made = { id: `call_${call}`, type: "function", function: { name: tool.function.name, arguments: text } };
    return { content: null, calls: [made], finish: isCut ? "length" : "tool_calls", ...countsOf(used) };
  }
  const schema = body.response_format?.json_schema?.schema;
  const start = tools.length === 0 ? prompt : `${prompt}answer\n`;
  const { text, isCut } = await complete(start, schema ? { grammar: grammarSchema(schema) } : {});
  return { content: text, calls: [], finish: isCut ? "length" : "stop", ...countsOf(used) };
}

/** The tool that is demanded, or that the model chooses; null where it answers. */
async function toolCalled({ tool_choice: choice }, tools, choose) {
  const named = typeof choice === "object" && choice !== null ? choice.function?.name : null;
  if (named) return tools.find((tool) => tool.function.name === named) ?? null;
  const calls = tools.map((tool) => `call ${tool.function.name}\n`);
  const allowed = choice === "required" ? calls : ["answer\n", ...calls];
  const { text } = await choose(`root ::= ${allowed.map((each) => JSON.stringify(each)).join(" | ")}`);
  return tools.find((tool) => text.trim() === `call ${tool.function.name}`) ?? null;
}

/** Tokens, and what llama.cpp's own server says of time: clients tell by it how long they stood in the queue. */
function countsOf({ input, cached, output, promptMs, outputMs }) {
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
  return { usage, timings: { prompt_ms: promptMs, predicted_ms: outputMs } };
}
