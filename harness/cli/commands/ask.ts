import { InvalidArgumentError } from "commander";
import type { CliCommand } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

interface Flags extends ConfigFlags {
  model?: string;
  thread?: string;
  json?: boolean;
}

export const askCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("ask")
      .summary("ask one question; see the answer, its steps and its evidence")
      .description(
        "ask one question and see the answer with its steps and evidence (first selected configuration); without a question, start a conversation",
      )
      .argument("[question]", "default: each line of standard input, in one conversation")
      .option("--model <name>", "the model or external agent that answers")
      .option("--thread <name>", "start or continue a conversation under this name", parseThread)
      .option("--json", "the whole trace as JSON")
      .addHelpText("after", EXAMPLES);
    addConfigOptions(command).action(
      async (question: string | undefined, { model, thread, json = false, ...flags }: Flags) => {
        const chosen = model === undefined ? flags : { ...flags, models: [model] };
        const config = await configFrom(chosen, io, { needs: ["substrate"] });
        const { ask } = await import("../../run/interactive/ask/ask.ts");
        setExitCode(await ask(question, { config, io, json, thread }));
      },
    );
  },
};

const EXAMPLES = `
Examples:
  $ scopebench ask "Which tests cover handover failure on Xn?"
  $ scopebench ask --model sprinter --workflows plan_execute "..."
  $ scopebench ask --thread xn "Which tests cover HANDOVER REQUEST of XnAP?"
  $ scopebench ask --thread xn "Of those, only the ones on a simulator."
  $ scopebench ask                    a conversation, a question a line
  $ scopebench ask < questions.txt
  $ scopebench ask "..." > answer.md  the answer alone, as Markdown
  $ scopebench ask --json "..." | jq .trace.tool_calls`;

/** It names a folder, and stands in links. */
function parseThread(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,60}$/.test(text)) return text;
  throw new InvalidArgumentError("expected letters, digits, - and _, at most 61");
}
