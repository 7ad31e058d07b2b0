import { expect, it } from "vitest";
import { withConsents } from "../../../base/consent/consent.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type Script, startProvider } from "../../loopback/provider.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

const agent = smallAgent();
const agreed = { ask: async () => undefined, from: async () => undefined, made: async () => undefined };
const HOSTILE = 'console.log("\\u0000\\u001b[2Ja\\u202eb\\ud800", process.argv.length);';

it("what hostile scripts print and hostile arguments are told to the model and kept, and the turn goes on", async () => {
  const script: Script = ({ body }, count) => {
    const run = (file_path: string, args: unknown[]) => ({
      id: `c${count}${file_path}${args.length}`,
      name: "run_script",
      args: { file_path, arguments: args },
    });
    if (count > 0 || body.tools === undefined)
      return { type: "text", text: "No supported recommendation: that was all." };
    const own = "/skills/count/scripts/run.mjs";
    return {
      type: "calls",
      calls: [
        run(own, []),
        run(own, ["a\0b", "--import=data:,x"]),
        run("/skills/count/scripts/../../count/scripts/run.mjs", [1]),
        run("/skills/__proto__/scripts/run.mjs", []),
      ],
    };
  };
  const provider = await startProvider(script);
  const skills = {
    "count/SKILL.md": "---\nname: count\ndescription: Counts.\n---\n",
    "count/scripts/run.mjs": HOSTILE,
  };
  const task = makeTask({ turns: ["Count."], workflow: "react", thread: "scripts", changes: { settings: { skills } } });
  const model = loopbackModel(provider.url);
  const { outcome } = await withConsents(agreed, () => agent.system.run({ ...task, model }));
  const { toolCalls } = await agent.system.readTrace(task);
  expect(outcome).toBe("success");
  const said = (words: string) => expect.stringContaining(words);
  expect(toolCalls.map(({ status, preview }) => [status, preview])).toEqual([
    ["success", "[2Ja\u202eb\ufffd 2\n"],
    ["error", said("without null bytes")],
    ["error", said("did not match expected schema")],
    ["error", said("there is no script /skills/__proto__")],
  ]);
  await provider.close();
});
