import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Ended {
  /** Null where it was killed. */
  code: number | null;
  wallS: number;
  /** With what it started; null where it was killed. */
  cpuS: number | null;
  peakMb: number | null;
}

export interface Scopebench {
  said(): string;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** `scopebench` as a process of its own, which tells at its end what it took. */
export function startScopebench(...args: readonly string[]): Scopebench {
  return startVersion(ROOT, ...args);
}

/** That of another folder, with its own `node_modules`. */
export function startVersion(root: string, ...args: readonly string[]): Scopebench {
  const tell = `data:text/javascript,process.on("exit",()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();process.send?.([u+s,m])})`;
  const clock = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "--import", tell, join(root, "harness/bin.ts"), ...args],
    {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  child.channel?.unref();
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  let took: [microseconds: number, kilobytes: number] | null = null;
  child.on("message", (message) => {
    took = message as [number, number];
  });
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code) =>
      resolve({
        code,
        wallS: (performance.now() - clock) / 1000,
        cpuS: took && took[0] / 1e6,
        peakMb: took && Math.round(took[1] / 1024),
      }),
    ),
  );
  return { said: () => said, kill: (signal) => void child.kill(signal), ended };
}
