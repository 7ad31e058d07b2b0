import type { ServerResponse } from "node:http";
import { sendFile } from "../../../base/loopback/send-file.ts";
import { type Exchange, type LoopbackOptions, serveLoopback } from "../../../base/loopback/serve.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { LONGEST_BODY, serveNotebooks } from "../report/notebooks/serve.ts";
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
  const server = await serve({ ...options, takesNotebooks: runDirectory !== undefined }, async (exchange) => {
    if (runDirectory !== undefined && (await serveNotebooks(runDirectory, exchange))) return;
    if (refuseOther(exchange)) return;
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
  return serve({ ...options, takesNotebooks: true }, async (exchange) => {
    const { path, response } = exchange;
    const inReport = path.startsWith("/report/") && { ...exchange, path: path.slice("/report".length) };
    if (inReport && (await serveNotebooks(runDirectory, inReport))) return;
    if (refuseOther(exchange) || (await live(path, response))) return;
    if (!inReport || !(await sendFile(folder, inReport))) notFound(response);
  });
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found");
}

const READS = ["GET", "HEAD"];

/** Only a notebook is written. */
function refuseOther({ request, response }: Exchange): boolean {
  if (READS.includes(request.method ?? "")) return false;
  response.writeHead(405, { allow: READS.join(", ") }).end();
  return true;
}

async function serve(
  { takesNotebooks, ...options }: ServeOptions & { takesNotebooks: boolean },
  handle: LoopbackOptions["handle"],
): Promise<ReportServer> {
  const more = takesNotebooks
    ? { methods: [...READS, "PUT", "DELETE"], maxBodyBytes: LONGEST_BODY }
    : { methods: READS };
  const { origin, close } = await serveLoopback({ ...options, ...more, handle });
  return { url: `${origin}/`, close };
}
