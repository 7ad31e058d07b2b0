import { open, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Exchange } from "./serve.ts";

/** Of the files that a report holds; anything else is bytes. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".csv": "text/csv; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".pdf": "application/pdf",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/**
 * Sends the file that a path names under a folder, or a page: `/` and `/x/` are an `index.html`, `/x` may be `x.html`. False
 * when there is none, and for one that a symbolic link leads to outside the folder.
 * @param exchange its path is one that `serveLoopback` let in
 */
export async function sendFile(folder: string, { request, response, path }: Exchange): Promise<boolean> {
  const found = await findFile(folder, path);
  if (found === null) return false;
  await using file = await open(found);
  const { size, mtimeMs } = await file.stat();
  const tag = `W/"${size}-${mtimeMs}"`;
  response.setHeader("etag", tag);
  response.setHeader("cache-control", "no-cache");
  // A page brings its own policy; that it is framed is what it cannot forbid by itself.
  response.setHeader("content-security-policy", "frame-ancestors 'none'");
  if (request.headers["if-none-match"] === tag) {
    response.writeHead(304).end();
    return true;
  }
  const type = TYPES[extname(found).toLowerCase()] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type, "content-length": size });
  if (request.method === "HEAD" || size === 0) response.end();
  // A file that grows meanwhile is sent up to the length that was said. On failure the connection is cut, which says it all.
  else await pipeline(file.createReadStream({ end: size - 1, autoClose: false }), response).catch(() => undefined);
  return true;
}

async function findFile(folder: string, path: string): Promise<string | null> {
  const root = await realpath(folder).catch(() => null);
  if (root === null) return null;
  const plain = path.replace(/\/$/, "");
  for (const name of [plain, `${plain}.html`, `${plain}/index.html`]) {
    const real = await realpath(join(root, name)).catch(() => null);
    // Only a plain file is opened: a pipe would be waited for.
    if (real?.startsWith(root + sep) && (await stat(real)).isFile()) return real;
  }
  return null;
}
