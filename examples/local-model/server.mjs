// OpenAI's chat protocol over llama.cpp in this process. One request at a time, the others wait.
import { createServer } from "node:http";
import { answer } from "./answer.mjs";

/**
 * @param model as `openModel` gives it
 * @returns its address, and how to end it
 */
export async function serve(model, { name, port = 0, context, maxTokens, wholeTools = false }) {
  let turn = Promise.resolve();
  let count = 0;
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "GET") return sendPlace(response, pathname, { name, context });
    if (pathname !== "/v1/chat/completions")
      return send(response, 404, { error: { message: `nothing at ${pathname}` } });
    const text = await textOf(request);
    turn = turn.then(() => reply(response, text, gone.signal));
    await turn;
  });

  async function reply(response, text, signal) {
    if (signal.aborted) return;
    const head = { id: `chatcmpl-${++count}`, created: Math.floor(Date.now() / 1000), model: name };
    let alive;
    try {
      const body = JSON.parse(text);
      if (body.stream) alive = keepAlive(response);
      const made = await answer(body, { model, maxTokens, wholeTools, signal, call: count });
      if (body.stream) stream(response, { ...head, ...made, wantsUsage: body.stream_options?.include_usage });
      else send(response, 200, whole({ ...head, ...made }));
    } catch (error) {
      if (signal.aborted) return;
      const status = error.status ?? (error instanceof SyntaxError ? 400 : 500);
      send(response, status, { error: { code: status, message: error.message, type: error.type ?? "server_error" } });
    } finally {
      clearInterval(alive);
    }
  }

  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Where llama.cpp's own server says what it serves. */
function sendPlace(response, pathname, { name, context }) {
  const places = {
    "/v1/models": { object: "list", data: [{ id: name, object: "model", owned_by: "local" }] },
    "/props": { default_generation_settings: { n_ctx: context }, total_slots: 1 },
    "/health": { status: "ok" },
  };
  const said = Object.hasOwn(places, pathname) ? places[pathname] : null;
  return send(response, said ? 200 : 404, said ?? { error: { message: `nothing at ${pathname}` } });
}

function whole({ id, created, model, content, calls, finish, usage, timings }) {
  const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    id,
    object: "chat.completion",
    created,
    model,
    choices: [{ index: 0, message, finish_reason: finish }],
    usage,
    timings,
  };
}

/** A prompt may take minutes to read, and clients give up on what says nothing. */
function keepAlive(response) {
  return setInterval(() => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": reading the prompt\n\n");
  }, 15_000);
}

function stream(response, { id, created, model, content, calls, finish, usage, timings, wantsUsage }) {
  if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
  const event = (choices, more) =>
    response.write(
      `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created, model, choices, ...more })}\n\n`,
    );
  const delta = (value, finish_reason = null) => event([{ index: 0, delta: value, finish_reason }]);
  delta({ role: "assistant", content: "" });
  for (const piece of (content ?? "").match(/\S*\s*/g).filter((each) => each !== "")) delta({ content: piece });
  if (calls.length > 0) delta({ tool_calls: calls.map((call, index) => ({ index, ...call })) });
  delta({}, finish);
  event([], { timings, ...(wantsUsage && { usage }) });
  response.end("data: [DONE]\n\n");
}

async function textOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

function send(response, status, body) {
  if (response.headersSent) return response.end(`data: ${JSON.stringify(body)}\n\n`);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
