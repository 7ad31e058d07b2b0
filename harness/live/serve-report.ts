import type { ServerResponse } from "node:http";
import { sendFile } from "../../base/loopback/send-file.ts";
import { type LoopbackOptions, serveLoopback } from "../../base/loopback/serve.ts";
import { runPath } from "../run-directory/paths.ts";
import { makeLivePage } from "./page.ts";
import { TracesOnDemand } from "./traces-on-demand.ts";

export interface ReportServer {
  url: string;
  close(): Promise<void>;
}

type ServeOptions = Pick<LoopbackOptions, "port" | "hosts" | "limits">;

/** Serves a built report to this machine only. What it lacks of traces is made from the records of `runDirectory`, where one is given. */
export async function serveReport(
  folder: string,
  { runDirectory, ...options }: ServeOptions & { runDirectory?: string } = {},
): Promise<ReportServer> {
  const traces = runDirectory === undefined ? null : new TracesOnDemand(runDirectory);
  const server = await serve(options, async (exchange) => {
    if (await sendFile(folder, exchange)) return;
    const made = (await traces?.folderWith(exchange.path)) ?? null;
    if (made === null || !(await sendFile(made, exchange))) notFound(exchange.response);
  });
  return {
    url: server.url,
    async close() {
      await server.close();
      await traces?.close();
    },
  };
}

/** Shows a run while it goes on; its report is under `report/` as soon as it is built. */
export async function serveLive(runDirectory: string, options: ServeOptions = {}): Promise<ReportServer> {
  const live = await makeLivePage(runDirectory);
  const folder = runPath(runDirectory, "report");
  return serve(options, async (exchange) => {
    const { path, response } = exchange;
    if (await live(path, response)) return;
    const inReport = path.startsWith("/report/") && { ...exchange, path: path.slice("/report".length) };
    if (!inReport || !(await sendFile(folder, inReport))) notFound(response);
  });
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found");
}

async function serve(options: ServeOptions, handle: LoopbackOptions["handle"]): Promise<ReportServer> {
  const { origin, close } = await serveLoopback({ ...options, methods: ["GET", "HEAD"], handle });
  return { url: `${origin}/`, close };
}
