import { once } from "node:events";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { serveLive, serveReport } from "./serve-report.ts";

interface ServeOptions {
  io: Io;
  port?: number;
  /** Names besides the machine's own under which a browser may ask. */
  hosts?: readonly string[];
  /** Show the run while it goes on, then its report. */
  watch?: boolean;
}

/** Serves a run's report until Ctrl-C. Without a port: 3000, or a free one when that is taken. */
export async function serveRun(runDirectory: string, { io, port, hosts, watch }: ServeOptions): Promise<void> {
  const folder = runPath(runDirectory, "report");
  const run = runWord(runDirectory);
  if (!watch)
    await access(join(folder, "index.html")).catch((cause: unknown) => {
      throw new UserError("run-directory", `${folder} holds no report`, {
        cause,
        hint: `scopebench resume ${run} makes it with all that is missing; scopebench report serve ${run} --watch watches the run`,
      });
    });
  const options = { port: port ?? [3000, 0], hosts };
  const server = await (watch ? serveLive(runDirectory, options) : serveReport(folder, { ...options, runDirectory }));
  io.out(`${server.url}   Ctrl-C ends it`);
  if (!io.signal.aborted) await once(io.signal, "abort");
  await server.close();
}
