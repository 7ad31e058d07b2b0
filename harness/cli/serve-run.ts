import { access } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../db/base/user-error.ts";
import { serveReport } from "../../reports/serve.ts";
import { runPath } from "../run-directory/paths.ts";
import type { Io } from "./io.ts";

/** Serves a run's report until Ctrl-C. Without a port: 3000, or a free one when that is taken. */
export async function serveRun(runDirectory: string, { io, port }: { io: Io; port?: number }): Promise<void> {
  const folder = runPath(runDirectory, "report");
  await access(join(folder, "index.html")).catch((cause: unknown) => {
    throw new UserError("run-directory", `${folder} holds no report`, {
      cause,
      hint: "build it first: scopebench report build",
    });
  });
  const server = await (port === undefined
    ? serveReport(folder, { port: 3000 }).catch(onPortTaken)
    : serveReport(folder, { port }));
  io.out(`${server.url}   Ctrl-C ends it`);
  await new Promise<void>((resolve) => io.signal.addEventListener("abort", () => resolve(), { once: true }));
  await server.close();

  function onPortTaken(error: NodeJS.ErrnoException) {
    if (error.code !== "EADDRINUSE") throw error;
    return serveReport(folder, { port: 0 });
  }
}
