/** Writes numbered files until it is killed, and says after each commit that it has happened. */
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";

const [folder = "", thread = ""] = process.argv.slice(2);
const store = await openStateStore(folder);
const files = new AgentFiles(store.files, { assistantId: "assistant", threadId: thread });
for (let number = 0; ; number++) {
  await files.writeAll([
    { path: `/calls/${number}.json`, content: JSON.stringify({ number }) },
    { path: `/results/${number}.json`, content: JSON.stringify({ number, text: "x".repeat(5000) }) },
  ]);
  process.stdout.write(`${number}\n`);
}
