import type { CliCommand } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

export const toolCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("tool")
      .description("list the agent's tools, or call one as the agent does, with the same guards and limits")
      .argument("[name]", "a tool's name; without one they are listed")
      .argument("[json]", "its arguments", "{}")
      .option("--full", "the full result, not the preview that the model sees")
      .addHelpText(
        "after",
        `\nExamples:\n  $ scopebench assistant tool\n  $ scopebench assistant tool keyword_search '{"query":"handover failure"}'`,
      );
    addConfigOptions(command).action(
      async (name: string | undefined, json: string, flags: ConfigFlags & { full?: boolean }) => {
        const { checkToolCall } = await import("../../run/interactive/check-tool-call.ts");
        const config = await configFrom(flags, io, {
          needs: name === undefined ? [] : ["substrate"],
          also: name === undefined ? [] : [(config) => checkToolCall(name, json, config)],
        });
        const { callNamedTool, listTools } = await import("../../run/interactive/tool.ts");
        if (name === undefined) return io.out(listTools(config, io.columns));
        setExitCode(await callNamedTool(name, json, { config, io, full: flags.full ?? false }));
      },
    );
  },
};
