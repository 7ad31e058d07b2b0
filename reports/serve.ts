import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import sirv from "sirv";
import { runPath } from "../harness/run-directory/paths.ts";
import { makeLivePage } from "./live/page.ts";

export interface ReportServer {
  url: string;
  close(): Promise<void>;
}

/** Serves a built report to this machine only. `port` 0 (the default) takes a free one. */
export function serveReport(folder: string, { port = 0 }: { port?: number } = {}): Promise<ReportServer> {
  const serve = sirv(folder, { dev: true, etag: true });
  return listen((request, response) => serve(request, response, () => notFound(response)), port);
}

/** Shows a run while it goes on; its report is under `report/` as soon as it is built. */
export async function serveLive(runDirectory: string, { port = 0 }: { port?: number } = {}): Promise<ReportServer> {
  const live = await makeLivePage(runDirectory);
  const report = sirv(runPath(runDirectory, "report"), { dev: true, etag: true });
  return listen(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (await live(path, response)) return;
    if (!path.startsWith("/report/")) return notFound(response);
    request.url = request.url!.slice("/report".length);
    report(request, response, () => notFound(response));
  }, port);
}

function notFound(response: Parameters<RequestListener>[1]): void {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found");
}

async function listen(handle: RequestListener, port: number): Promise<ReportServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
