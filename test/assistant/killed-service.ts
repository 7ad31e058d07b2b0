import { serveSmall } from "./served.ts";

/** Serves over the folder that is named, and ends as by `kill -9` at the second call of the second run. */
const { url, service } = await serveSmall(process.argv[2]!);
const { agent } = service.options;
const run = agent.run;
let runs = 0;
agent.run = (task) => {
  const isLast = ++runs === 2;
  return run({
    ...task,
    onCall(call) {
      task.onCall?.(call);
      if (isLast && call.index === 1) process.kill(process.pid, "SIGKILL");
    },
  });
};
console.log(url);
