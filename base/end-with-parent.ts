import { Worker } from "node:worker_threads";

/** A pipe that the parent opens to a child for nothing but its end: it closes with the parent, however that ends. */
export const PARENT_PIPE = 3;

/**
 * Ends this process when the parent that opened `PARENT_PIPE` is gone, killed with -9 too: from a thread of its own, since this
 * one may be at work for minutes.
 */
export function endWithParent(): void {
  new Worker(WATCH, { eval: true, workerData: PARENT_PIPE, execArgv: [] }).unref();
}

const WATCH = `
  const { Socket } = require("node:net");
  const { workerData: fd } = require("node:worker_threads");
  new Socket({ fd, readable: true, writable: false })
    .on("error", () => undefined)
    .on("close", () => process.kill(process.pid, "SIGKILL"))
    .resume();
`;
