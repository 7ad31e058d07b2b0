import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import type { KnowledgeMode, Workflow } from "../../agent/contract.ts";
import type { Config } from "../config/schema.ts";
import { toAgentLimits, toModelConfig } from "../config/to-agent.ts";
import { checkBeforeStart } from "../session.ts";
import { printable } from "../terminal/text.ts";
import type { Io } from "./io.ts";
import { withServices } from "./with-services.ts";

interface Asked {
  config: Config;
  workflow: Workflow;
  knowledge: KnowledgeMode;
  io: Io;
  json: boolean;
}

/** One answer, and how it came about. Exit code 0, or 2 when the agent did not succeed. */
export async function ask(question: string, { config, workflow, knowledge, io, json }: Asked): Promise<number> {
  checkBeforeStart(config, io.environment);
  const model = toModelConfig(config.models[0] as Config["models"][number]);
  const folder = await mkdtemp(join(tmpdir(), "scopebench-ask-"));
  const ids = { threadId: "ask", assistantId: "scopebench" };
  try {
    return await withServices({ config, io }, async (services) => {
      const system = await services.system({ runDirectory: folder });
      io.error(
        pc.dim(
          `${model.name} ${workflow} ${knowledge}${model.provider === "policy" ? "   stand-in, not a language model" : ""}`,
        ),
      );
      const run = await system.run({
        ...ids,
        turns: [question],
        model,
        workflow,
        knowledge,
        limits: toAgentLimits(config.limits),
        seed: config.seed,
        toolFamilies: config.tool_families,
        signal: io.signal,
      });
      const trace = await system.readTrace(ids);
      if (json) io.out(JSON.stringify({ run, trace }, null, 2));
      else {
        for (const call of trace.toolCalls) {
          const mark = call.status === "success" ? pc.green("✓") : pc.red("✗");
          const detail = call.error ? call.error.code : `${call.rows ?? ""} rows`;
          io.error(
            pc.dim(
              ` ${mark} ${call.tool} ${printable(JSON.stringify(call.arguments), { singleLine: true })} ${detail}`,
            ),
          );
        }
        io.out(`\n${printable(trace.answers.at(-1) ?? "")}`);
      }
      if (run.outcome !== "success")
        io.error(
          `${run.outcome}: ${printable(run.turns.find((turn) => turn.error)?.error?.message ?? run.error?.message ?? "")}`,
        );
      return run.outcome === "success" ? 0 : 2;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
