import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseDecimal } from "../../../db/base/blank.ts";
import { opinionSchema } from "../../ratings/rating.ts";
import { FIELDS } from "./fields.ts";
import { renderPage } from "./page-html.ts";
import type { RatingSession } from "./session.ts";

export interface RatingPage extends AsyncDisposable {
  /** On loopback, with a secret in it: another page or user of the machine can't rate. */
  url: string;
}

/** More than any form of ours; what is longer is not read. */
const MAX_BODY = 64_000;

/** Serves the form on this machine only. Plain HTML: it works without scripts, and is the same after a reload. */
export async function serveRatingPage(session: RatingSession, { port = 0 } = {}): Promise<RatingPage> {
  const secret = randomBytes(16).toString("hex");
  const server = createServer((request, response) => {
    respond(session, { request, response, secret }).catch((error: unknown) => {
      send(response, 500, String(error));
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  secret: string;
}

async function respond(session: RatingSession, { request, response, secret }: Exchange): Promise<void> {
  const { method, url } = request;
  // A page elsewhere whose name points to this machine (DNS rebinding) sends its own host.
  if (!/^(?:127\.0\.0\.1|localhost):\d+$/.test(request.headers.host ?? "")) return send(response, 403, "not from here");
  if (method === "GET" && url === `/${secret}/`) return send(response, 200, renderPage(session));
  if (method !== "POST" || url !== `/${secret}/rate`) return send(response, 404, "nothing here");
  const form = new URLSearchParams(await readBody(request));
  const problem = await keep(session, form);
  if (problem !== null) return send(response, 422, renderPage(session, problem));
  response.writeHead(303, { location: `/${secret}/` }).end();
}

/** Null when kept, otherwise what is wrong. An item that is not the next one was sent twice: the first rating stays. */
async function keep(session: RatingSession, form: URLSearchParams): Promise<string | null> {
  const item = session.next();
  if (item === null || form.get("item") !== item.code) return null;
  if (form.get("act") === "skip") {
    await session.save(item, null);
    return null;
  }
  const numbers = FIELDS.slice(1).map(({ name }) => [name, parseDecimal(form.get(name) ?? "") ?? undefined]);
  const note = form.get("note")?.trim() ?? "";
  const opinion = opinionSchema.safeParse({ status: form.get("status"), ...Object.fromEntries(numbers), note });
  if (!opinion.success)
    return `Please answer each question: ${opinion.error.issues.map(({ path }) => path.join(".")).join(", ")}`;
  await session.save(item, opinion.data);
  return null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY) throw new RangeError("the form is too long");
  }
  return body;
}

function send(response: ServerResponse, status: number, html: string): void {
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  response.writeHead(status, {
    "content-type": html.startsWith("<!doctype") ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  response.end(html);
}
