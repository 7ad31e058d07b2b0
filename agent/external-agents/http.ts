import { type ClientRequest, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { consentTo, sending } from "../../base/consent/consent.ts";
import type { Environment } from "../../base/environment.ts";
import { namedSecret } from "../../base/environment.ts";
import type { Outages } from "../../base/outages/outages.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { makeRedactor, type Redactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import type { ExternalAgentConfig } from "../contract/contract.ts";
import { ExternalAgentFailure } from "../contract/failures.ts";
import type { Channel } from "./exchange.ts";
import { MAX_ANSWER_BYTES, parseJson } from "./failure.ts";

type HttpAgent = Extract<ExternalAgentConfig, { type: "http" }>;

/** Not now, or nobody behind the gateway: it has answered for itself, not for the agent. */
const UNAVAILABLE = new Set([429, 502, 503, 504]);

/**
 * A POST for each turn: the request as JSON, the answer as JSON. One attempt, once the endpoint can be reached; when the turn is
 * over the socket is closed.
 */
export function makeHttpChannel({ url, tokenEnv }: HttpAgent, environment: Environment, outages: Outages): Channel {
  const token = tokenEnv === undefined ? undefined : namedSecret(tokenEnv, environment);
  return {
    async ask(request, { signal }) {
      await consentTo(sending(tokenEnv, url));
      const redactor = makeRedactor(secretsOf({ TOKEN: token, MCP_TOKEN: request.mcp?.token }));
      const sent = { body: JSON.stringify(request), token, signal, redactor };
      const answer = await outages.outlast(() => post(url, sent));
      if (answer instanceof ServerLost) throw answer;
      const { status, text } = answer;
      if (UNAVAILABLE.has(status)) throw new ServerLost(nameOf(url), `it answered with status ${status}`);
      if (status === 200) return parseJson(redactor.body(text));
      const said = redactor.message(text.trim()).slice(0, 300);
      throw new ExternalAgentFailure(
        "subject_http_status",
        `expected status 200, found ${status}${said && `: ${said}`}`,
      );
    },
    close: () => Promise.resolve(),
  };
}

interface Post {
  body: string;
  token: string | undefined;
  signal: AbortSignal;
  redactor: Redactor;
}

function nameOf(url: string): string {
  return `the external agent at ${new URL(url).host}`;
}

/**
 * Not `fetch`: it gives up after five minutes without headers, and an agent's turn may take longer.
 * Gives ServerLost when the connection broke after the agent had the request, which is not to be sent again.
 * @throws ServerLost when it could not be reached
 */
function post(
  url: string,
  { body, token, signal, redactor }: Post,
): Promise<{ status: number; text: string } | ServerLost> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    accept: "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? requestHttps : requestHttp;
    const sent: ClientRequest = send(url, { method: "POST", headers, signal, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= MAX_ANSWER_BYTES) return;
        reject(
          new ExternalAgentFailure("subject_output_too_large", `the endpoint sent more than ${MAX_ANSWER_BYTES} bytes`),
        );
        sent.destroy();
      });
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
      response.once("error", fail);
    });
    let reached = false;
    const fail = (cause: Error): void => {
      const lost = new ServerLost(nameOf(url), `it did not answer: ${redactor.message(cause.message)}`);
      if (signal.aborted) reject(signal.reason);
      else if (reached) resolve(lost);
      else reject(lost);
    };
    sent.once("socket", (socket) =>
      socket.once("connect", () => {
        reached = true;
      }),
    );
    sent.once("error", fail).end(body);
  });
}
