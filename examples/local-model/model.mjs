import { getLlama, LlamaCompletion } from "node-llama-cpp";

const END = "<|im_end|>";
const START = "<|im_start|>";

/** A model in this process, with one context: what a prompt has in common with the one before is not computed again. */
export async function openModel({ path, context: contextSize, threads }) {
  const llama = await getLlama({ gpu: false, build: "never", maxThreads: threads, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: path });
  const context = await model.createContext({ contextSize, threads, batchSize: 512 });
  const sequence = context.getSequence();
  const completion = new LlamaCompletion({ contextSequence: sequence });
  const grammars = new Map();

  /** Gives the text that follows a prompt, why it ended, and how many tokens it took. */
  async function complete(prompt, { maxTokens, temperature, seed, grammar, signal }) {
    const tokens = model.tokenize(prompt, true);
    if (tokens.length >= contextSize - 1) throw overflow(tokens.length, contextSize);
    const cached = commonLength(sequence.contextTokens, tokens);
    let output = 0;
    const startedAt = performance.now();
    let firstAt;
    const { response, metadata } = await completion.generateCompletionWithMeta(tokens, {
      ...{ temperature, seed, signal, maxTokens: Math.min(maxTokens, contextSize - tokens.length - 1) },
      ...(grammar && { grammar: await grammarOf(grammar) }),
      customStopTriggers: [END, START],
      onToken: (made) => {
        firstAt ??= performance.now();
        output += made.length;
      },
    });
    const endedAt = performance.now();
    const promptMs = (firstAt ?? endedAt) - startedAt;
    const usage = { input: tokens.length, cached, output: Math.max(1, output), promptMs };
    usage.outputMs = endedAt - startedAt - promptMs;
    return { text: response, isCut: metadata.stopReason === "maxTokens", usage };
  }

  /** @param grammar JSON Schema, or llama.cpp's own language */
  async function grammarOf(grammar) {
    const key = JSON.stringify(grammar);
    const make = () =>
      typeof grammar === "string" ? llama.createGrammar({ grammar }) : llama.createGrammarForJsonSchema(grammar);
    if (!grammars.has(key)) grammars.set(key, await make());
    return grammars.get(key);
  }

  return { complete };
}

function commonLength(before, tokens) {
  const differs = tokens.findIndex((token, at) => token !== before[at]);
  return differs === -1 ? tokens.length : differs;
}

/** In the words of llama.cpp's server. */
function overflow(tokens, size) {
  const message = `the request (${tokens} tokens) exceeds the available context size (${size} tokens), try increasing it`;
  return Object.assign(new Error(message), { status: 400, type: "exceed_context_size_error" });
}
