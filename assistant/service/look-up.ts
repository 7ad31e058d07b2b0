import { z } from "zod";
import { argumentSchema } from "../../agent/tools/argument-schema.ts";
import { findEntities } from "../../agent/tools/find-entities.ts";
import { graphImpact } from "../../agent/tools/graph-impact.ts";
import { identifierLookup } from "../../agent/tools/identifier-lookup.ts";
import { lookupIssue } from "../../agent/tools/lookup-issue.ts";
import type { ToolDefinition, ToolOutput } from "../../agent/tools/tool.ts";
import { ToolFailure } from "../../agent/tools/tool-failure.ts";
import { traceCoverage } from "../../agent/tools/trace-coverage.ts";
import { traceLinks } from "../../agent/tools/trace-links.ts";
import { NOTHING_SPENT } from "../access/spending.ts";
import { Refused } from "../protocol/protocol.ts";
import { usedUpToday } from "./run-meter.ts";
import type { AssistantService } from "./service.ts";

/** Tools that need records alone, and take no statement: what a page shows beside an answer comes the way the agent goes. */
const TOOLS: readonly ToolDefinition[] = [
  ...[identifierLookup, findEntities, traceLinks, traceCoverage, graphImpact, lookupIssue],
];

/**
 * What a tool finds, without a thread: an agent's record of what it did holds its own calls alone.
 * @throws Refused 404, 422, 403 where such calls wait for reviewers, 429 where no call is left
 */
export async function lookUp(service: AssistantService, name: string, args: unknown): Promise<ToolOutput> {
  const { limits, agent } = service.options;
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Refused(404, `expected one of ${TOOLS.map((one) => one.name).join(", ")}`);
  const given = argumentSchema(tool, limits).check.safeParse(args ?? {});
  if (!given.success) throw new Refused(422, `${name} does not take these arguments: ${z.prettifyError(given.error)}`);
  checkReviewed(service, name);
  await takeCall(service);
  try {
    return await tool.run(given.data, { substrate: agent.substrate, limits } as Parameters<typeof tool.run>[1]);
  } catch (error) {
    if (error instanceof ToolFailure) throw new Refused(422, error.message);
    throw error;
  }
}

/** What the agent may not retrieve for somebody without a reviewer, they do not retrieve by themselves. */
function checkReviewed({ options, principal }: AssistantService, name: string): void {
  if (options.decidedBy === "reviewers" && principal.role === "ask" && options.reviewed.includes(name))
    throw new Refused(403, `calls of ${name} are for reviewers to decide on: ask the agent, whose call waits for one`);
}

async function takeCall(service: AssistantService): Promise<void> {
  const { perDay } = service.options.userLimits;
  if (perDay.toolCalls === null || (await service.store.spending.reserveLookUp(perDay))) return;
  throw new Refused(429, usedUpToday({ ...NOTHING_SPENT, toolCalls: perDay.toolCalls }, perDay)!);
}
