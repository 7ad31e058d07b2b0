/** Runs before each test file (`setupFiles`): writes down what the file takes of the processor. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import type { FileTimes } from "./file-times.ts";

// From here on the peak counts: proc_pid_clear_refs(5).
writeFileSync("/proc/self/clear_refs", "5");
const start = { own: ownSeconds(), children: childrenSeconds(), at: performance.now() };
// The first hook that is registered is the last that runs: after the file's own have ended its servers and browsers.
afterAll(() => {
  const times: FileTimes = {
    file: expect.getState().testPath ?? "",
    own: ownSeconds() - start.own,
    children: childrenSeconds() - start.children,
    wall: (performance.now() - start.at) / 1000,
    megabytes: process.memoryUsage().rss / 2 ** 20,
    peak: peakMegabytes(),
  };
  appendFileSync(process.env.SCOPEBENCH_FILE_TIMES!, `${JSON.stringify(times)}\n`);
});

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Of the children that have ended, with what they had started themselves: fields 16 and 17 of proc_pid_stat(5), in ticks of 10 ms. */
function childrenSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function peakMegabytes(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
}
