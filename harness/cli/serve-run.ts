import { access } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../db/base/user-error.ts";
import { serveLive, serveReport } from "../../reports/serve.ts";
import { runPath } from "../run-directory/paths.ts";
import type { Io } from "./io.ts";

interface ServeOptions {
  io: Io;
  port?: number;
  /** Show the run while it goes on, then its report. */
  watch?: boolean;
}

/** Serves a run's report until Ctrl-C. Without a port: 3000, or a free one when that is taken. */
export async function serveRun(runDirectory: string, { io, port, watch }: ServeOptions): Promise<void> {
  const folder = runPath(runDirectory, "report");
  if (!watch)
    await access(join(folder, "index.html")).catch((cause: unknown) => {
      throw new UserError("run-directory", `${folder} holds no report`, {
        cause,
        hint: "build it first: scopebench report build; or watch the run: report serve --watch",
      });
    });
  const serve = (on: number) => (watch ? serveLive(runDirectory, { port: on }) : serveReport(folder, { port: on }));
  const server = await (port === undefined ? serve(3000).catch(onPortTaken) : serve(port));
  io.out(`${server.url}   Ctrl-C ends it`);
  await new Promise<void>((resolve) => io.signal.addEventListener("abort", () => resolve(), { once: true }));
  await server.close();

  function onPortTaken(error: NodeJS.ErrnoException) {
    if (error.code !== "EADDRINUSE") throw error;
    return serve(0);
  }
}
