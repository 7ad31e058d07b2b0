import type { ServerResponse } from "node:http";
import type { Exchange } from "../../../../base/loopback/serve.ts";
import { NOTEBOOK_NAME, type Notebook, type NotebooksData, parseNotebook } from "./notebook.ts";
import { readNotebooks, removeNotebook, saveNotebook } from "./store.ts";

/** Its JSON: texts with every character escaped, and what stands around them. */
export const LONGEST_BODY = 2_000_000;
const LIST = "/data/notebooks.json";

/** Answers what the page Query asks about the notebooks of a run; false for any other path. */
export async function serveNotebooks(
  runDirectory: string,
  { request, response, path, body }: Exchange,
): Promise<boolean> {
  const method = request.method ?? "";
  const isRead = ["GET", "HEAD"].includes(method);
  if (path === LIST && isRead) {
    await sendList(runDirectory, response);
    return true;
  }
  const name = /^\/notebooks\/([^/]+)\.json$/.exec(path)?.[1];
  if (isRead || name === undefined) return false;
  const notebook = method === "PUT" ? parsed(body) : null;
  if (!NOTEBOOK_NAME.test(name)) refuse(response, "expected a name of lower-case letters, digits and hyphens");
  else if (method === "PUT" && notebook === null) refuse(response, "expected a notebook");
  else {
    if (notebook) await saveNotebook(runDirectory, name, notebook);
    else await removeNotebook(runDirectory, name);
    await sendList(runDirectory, response);
  }
  return true;
}

function parsed(body: Buffer): Notebook | null {
  try {
    return parseNotebook(JSON.parse(body.toString("utf8")));
  } catch {
    return null; // Not from our page: told so.
  }
}

async function sendList(runDirectory: string, response: ServerResponse): Promise<void> {
  const data: NotebooksData = { writable: true, notebooks: await readNotebooks(runDirectory) };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(data));
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}
