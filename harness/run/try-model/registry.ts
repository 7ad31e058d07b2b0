import type { EndpointProbe } from "./probe.ts";
import { answers } from "./probes/answers.ts";
import { cache } from "./probes/cache.ts";
import { context } from "./probes/context.ts";
import { demandedCall } from "./probes/demanded-call.ts";
import { determinism } from "./probes/determinism.ts";
import { jsonSchema } from "./probes/json-schema.ts";
import { limits } from "./probes/limits.ts";
import { parallelCalls } from "./probes/parallel-calls.ts";
import { seed } from "./probes/seed.ts";
import { stopReason } from "./probes/stop-reason.ts";
import { streaming } from "./probes/streaming.ts";
import { toolCall } from "./probes/tool-call.ts";
import { toolResult } from "./probes/tool-result.ts";
import { usage } from "./probes/usage.ts";

/** In the order in which they are asked: the first decides whether there is anybody to ask. */
export function probesFor({ contextTokens }: { contextTokens: number }): EndpointProbe[] {
  return [
    ...[answers, usage, toolCall, toolResult, parallelCalls, demandedCall, jsonSchema],
    ...[streaming, stopReason, determinism, seed, cache, limits, context(contextTokens)],
  ];
}
