import type { ServerResponse } from "node:http";
import type { StoredFile } from "../../agent/filesystem/rows.ts";
import { renderResult } from "../../agent/tools/export-results.ts";
import { ToolFailure } from "../../agent/tools/tool-failure.ts";
import { Refused } from "../protocol/protocol.ts";
import type { Call, Reply, Route } from "./route.ts";
import { writeFile } from "./threads.ts";

export const FILE_ROUTES: readonly Route[] = [
  { method: "GET", path: "/threads/{thread_id}/files", summary: "Files of a thread", serve: list },
  {
    method: "GET",
    path: "/threads/{thread_id}/files/content",
    summary:
      "A file's content (`?path=/results/000-trace_links.json`, `&download=1` to save it, `&format=csv` or `xlsx` for a result's rows as a table)",
    serve: read,
  },
  {
    method: "PUT",
    path: "/threads/{thread_id}/files/content",
    summary: "Upload a file into the thread's workspace (`?path=/change.diff`)",
    serve: write,
    raw: true,
  },
];

async function list({ service, params, query }: Call): Promise<Reply> {
  const thread = await service.thread(params.thread_id!);
  const files = await service.files(thread).list(query.get("folder") ?? "/");
  return {
    body: files.map(({ path, mimeType, sizeBytes, revision, createdAt, modifiedAt }) => ({
      ...{ path, mime_type: mimeType, size_bytes: sizeBytes, revision },
      ...{ created_at: createdAt, updated_at: modifiedAt },
    })),
  };
}

async function read(call: Call): Promise<Reply> {
  return readFile(call, call.params.thread_id!);
}

export async function readFile({ service, query, exchange: { response } }: Call, threadId: string): Promise<Reply> {
  const thread = await service.thread(threadId);
  const file = await service.files(thread).read(pathOf(query));
  if (!file) throw new Refused(404, "there is no such file on this thread");
  const format = query.get("format");
  if (format !== null) return table(file, format, response);
  const name = encodeURIComponent(file.path.split("/").at(-1)!);
  // Never as a page: a file holds whatever a model or a corpus has put into it.
  const type =
    file.mimeType === "application/json"
      ? file.mimeType
      : typeof file.content === "string"
        ? "text/plain"
        : "application/octet-stream";
  const disposition = query.has("download") || type === "application/octet-stream" ? "attachment" : "inline";
  response.writeHead(200, {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `${disposition}; filename*=UTF-8''${name}`,
  });
  response.end(file.content);
  return undefined;
}

const TABLES: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Saved, never shown; texts in it are texts, not formulas. */
async function table({ path, content }: StoredFile, format: string, response: ServerResponse): Promise<Reply> {
  if (format !== "csv" && format !== "xlsx") throw new Refused(422, "expected ?format=csv or xlsx");
  const rendered = await renderResult(path, jsonOf(content), format).catch((error: unknown) => {
    if (error instanceof ToolFailure) throw new Refused(422, error.message);
    throw error;
  });
  const name = encodeURIComponent(
    `${path
      .split("/")
      .at(-1)!
      .replace(/\.json$/, "")}.${format}`,
  );
  const disposition = `attachment; filename*=UTF-8''${name}`;
  response.writeHead(200, { "content-type": TABLES[format], "content-disposition": disposition }).end(rendered);
  return undefined;
}

function jsonOf(content: StoredFile["content"]): unknown {
  try {
    return JSON.parse(typeof content === "string" ? content : "") as unknown;
  } catch {
    return null; // Which holds no rows.
  }
}

async function write({ service, params, query, exchange: { body } }: Call): Promise<Reply> {
  const thread = await service.thread(params.thread_id!, "write");
  const text = body.toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(body);
  const path = pathOf(query);
  const written = await writeFile(service, { thread, path, content: isText ? text : body });
  return { status: 201, body: written };
}

function pathOf(query: URLSearchParams): string {
  const path = query.get("path");
  if (path) return path;
  throw new Refused(422, "expected ?path= with a file's path");
}
