import { serveSmall } from "./served.ts";

/** Serves over the folder that is named, and ends as by `kill -9` once the checkpoints of a deleted thread are erased, and none of its files. */
const { url, service } = await serveSmall(process.argv[2]!);
const { checkpointer } = service.options.agent.state;
const deleteThread = checkpointer.deleteThread.bind(checkpointer);
checkpointer.deleteThread = async (key) => {
  await deleteThread(key);
  process.kill(process.pid, "SIGKILL");
};
console.log(url);
