import { createHash, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { RUBRIC } from "../../../../assistant/rubric.ts";
import { parseDecimal } from "../../../../base/blank.ts";
import { type Exchange, type LoopbackOptions, serveLoopback } from "../../../../base/loopback/serve.ts";
import { opinionSchema } from "../rating.ts";
import type { RatingSession } from "../session.ts";
import { renderPage } from "./page-html.ts";

export interface RatingPage extends AsyncDisposable {
  /** On loopback, with a secret in it: another page or user of the machine can't rate. */
  url: string;
}

/** More than any form of ours. */
const MAX_BODY_BYTES = 64_000;

/** Serves the form on this machine only. Plain HTML: it works without scripts, and is the same after a reload. */
export async function serveRatingPage(
  session: RatingSession,
  options: Pick<LoopbackOptions, "port" | "hosts" | "limits"> = {},
): Promise<RatingPage> {
  const secret = randomBytes(16).toString("hex");
  const { origin, close } = await serveLoopback({
    ...options,
    methods: ["GET", "HEAD", "POST"],
    maxBodyBytes: MAX_BODY_BYTES,
    handle: (exchange) => respond(session, secret, exchange),
  });
  return { url: `${origin}/${secret}/`, [Symbol.asyncDispose]: close };
}

async function respond(
  session: RatingSession,
  secret: string,
  { request, response, path, body }: Exchange,
): Promise<void> {
  const posted = request.method === "POST";
  if (!posted && path === `/${secret}/`) return send(response, 200, renderPage(session));
  if (!posted || path !== `/${secret}/rate`) return send(response, 404, "nothing here");
  const form = new URLSearchParams(body.toString("utf8"));
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
  const numbers = RUBRIC.slice(1).map(({ name }) => [name, parseDecimal(form.get(name) ?? "") ?? undefined]);
  const note = form.get("note")?.trim() ?? "";
  const opinion = opinionSchema.safeParse({ status: form.get("status"), ...Object.fromEntries(numbers), note });
  if (!opinion.success)
    return `Please answer each question: ${opinion.error.issues.map(({ path }) => path.join(".")).join(", ")}`;
  await session.save(item, opinion.data);
  return null;
}

function send(response: ServerResponse, status: number, html: string): void {
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  response.writeHead(status, {
    "content-type": html.startsWith("<!doctype") ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  });
  response.end(html);
}
