import { requirePart } from "../../../base/parts.ts";
import { checkOutputs } from "../../run/preflight/outputs.ts";
import type { CliCommand } from "../flags/command.ts";
import { ALLOW_HOST, parsePort } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

interface Flags extends ConfigFlags {
  http?: boolean;
  port: number;
  allowHost?: string[];
  tokenEnv: string;
  log?: string;
}

export const mcpCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("mcp")
      .description("serve the agent's tools over MCP, with the same snapshot, guards and limits")
      .option("--http", "streamable HTTP on this machine; default: stdin and stdout")
      .option("--port <n>", "with --http; 0 takes a free one", parsePort, 0)
      .option(...ALLOW_HOST)
      .option("--token-env <name>", "with --http: the environment variable with the token", "SCOPEBENCH_MCP_TOKEN")
      .option("--log <file>", "append a record of each call as a JSON line")
      .addHelpText(
        "after",
        '\nExamples:\n  $ scopebench assistant mcp --log calls.jsonl\n  $ SCOPEBENCH_MCP_TOKEN=... scopebench assistant mcp --http --port 7333\n\nA client\'s configuration:\n  { "command": "npx", "args": ["scopebench", "mcp", "--config", "bench.yaml"] }',
      );
    addConfigOptions(command).action(async ({ http, port, allowHost, tokenEnv, log, ...flags }: Flags) => {
      const config = await configFrom(flags, io, {
        needs: ["substrate"],
        also: [() => requirePart("mcp"), () => checkOutputs([log], io.cwd)],
      });
      const { serveMcp } = await import("../../run/interactive/mcp.ts");
      await serveMcp(config, { http: http ? { port, hosts: allowHost, tokenEnv } : undefined, log }, io);
    });
  },
};
