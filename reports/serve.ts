import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sirv from "sirv";

export interface ReportServer {
  url: string;
  close(): Promise<void>;
}

/** Serves a built report to this machine only. `port` 0 (the default) takes a free one. */
export async function serveReport(folder: string, { port = 0 }: { port?: number } = {}): Promise<ReportServer> {
  const serve = sirv(folder, { dev: true, etag: true });
  const server = createServer((request, response) => {
    serve(request, response, () => {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
