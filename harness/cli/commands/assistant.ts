import type { Command } from "commander";
import type { CliCommand } from "../flags/command.ts";
import { ALLOW_HOST, parseList, parsePort } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

interface Flags extends ConfigFlags {
  port?: number;
  address?: string;
  allowHost?: string[];
  allowOrigin?: string[];
  tokenEnv: string;
  safeMode?: true | string;
}

/** Tried in this order where no port is named, so that an address stays the same from day to day. */
const PORTS = [2024, 2025, 2026, 0];

export const assistantCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("assistant")
      .summary("use the agent in a browser; its tools by hand and over MCP")
      .description("ask the agent in a browser, with its steps and evidence, and serve it to LangGraph clients")
      .addHelpText("after", EXAMPLES);
    const serve = command
      .command("serve", { isDefault: true })
      .description("serve the page and the API (the default)")
      .addHelpText("after", EXAMPLES);
    addServeOptions(serve).action(
      async ({ port, address, allowHost, allowOrigin, tokenEnv, safeMode, ...flags }: Flags) => {
        const config = await configFrom({ ...flags }, io, { needs: ["substrate", "models"] });
        const { serveAssistantUntilStopped } = await import("../../run/interactive/assistant.ts");
        await serveAssistantUntilStopped(
          config,
          {
            ...{ port: port ?? PORTS, address, hosts: allowHost, origins: allowOrigin, tokenEnv },
            safeMode: typeof safeMode === "string" ? parseList(safeMode) : safeMode,
          },
          io,
        );
      },
    );
    addConfigOptions(
      command
        .command("export <folder>")
        .description(
          "export conversations into an empty folder: traces, ratings, preferences, scenario drafts, and a run to score",
        )
        .option("--tenant <name>", "whose threads", "default")
        .option("--truths <file>", "scenario set with reviewed truths to use for matching questions")
        .addHelpText("after", EXPORT_EXAMPLES),
    ).action(
      async (folder: string, { tenant, truths, ...flags }: ConfigFlags & { tenant: string; truths?: string }) => {
        const config = await configFrom({ ...flags }, io, { needs: ["substrate"] });
        const { exportThreads } = await import("../../run/threads/run.ts");
        await exportThreads(config, { to: folder, tenant, truths, io });
      },
    );
  },
};

function addServeOptions(command: Command): Command {
  return addConfigOptions(
    command
      .option("--port <n>", `default: the first of ${PORTS.slice(0, -1).join(", ")} that is free, else any`, parsePort)
      .option(
        "--address <ip>",
        "listen on this address instead of 127.0.0.1; requires a token, or users under `assistant:` in bench.yaml",
      )
      .option(...ALLOW_HOST)
      .option("--allow-origin <origins>", "pages of these origins may ask, such as http://localhost:3000", parseList)
      .option("--token-env <name>", "the environment variable with the token", "SCOPEBENCH_ASSISTANT_TOKEN")
      .option(
        "--safe-mode [tools]",
        "ask for your approval before every retrieval, or before calls of the named tools",
      ),
  );
}

const EXAMPLES = `
Examples:
  $ scopebench assistant
  $ scopebench assistant serve --port 8080
  $ scopebench assistant --safe-mode
  $ scopebench assistant --safe-mode sql_query,cypher_query
  $ scopebench assistant --models explorer --workflows react
  $ scopebench assistant --allow-origin http://localhost:3000`;

const EXPORT_EXAMPLES = `
Examples:
  $ scopebench assistant export threads
  $ scopebench scenarios review threads/scenarios.yaml
  $ scopebench assistant export reviewed --truths threads/scenarios.yaml
  $ scopebench resume reviewed/2026-11-24T10-00-00Z`;
