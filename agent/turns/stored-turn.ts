import { z } from "zod";
import { type AgentTrace, FINISHES, RETRIEVAL_NODES, ROLES, SOURCE_NODES } from "../contract/contract.ts";
import type { AgentFiles } from "../filesystem/agent-files.ts";
import type { StoredFile } from "../filesystem/rows.ts";
import { type CallRecord, TURNS_FOLDER } from "./call-log.ts";
import type { MessageTrace } from "./trace-messages.ts";

const roleUsageSchema = z.object({
  modelCalls: z.number(),
  input: z.number(),
  output: z.number(),
  systemPrompts: z.number(),
  skills: z.number(),
});

const usageSchema = z.object({
  input: z.number(),
  output: z.number(),
  estimated: z.boolean(),
  cachedInput: z.number().optional(),
  cacheWrite: z.number().optional(),
  reasoning: z.number().optional(),
});

const requestSchema = z.object({
  index: z.number(),
  turn: z.number(),
  role: z.enum(ROLES),
  subAgent: z.string().nullable(),
  purpose: z.enum(["answer", "summary"]),
  startMs: z.number(),
  durationMs: z.number().nullable(),
  waits: z.array(z.object({ reason: z.string().nullable(), ms: z.number() })).optional(),
  prompt: z.string().nullable(),
  usage: usageSchema.optional(),
  finish: z.enum(FINISHES).optional(),
  servedModel: z.string().nullable().optional(),
  reasoning: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

const nodeStepSchema = z.object({
  turn: z.number(),
  node: z.enum([...RETRIEVAL_NODES, ...SOURCE_NODES]),
  startMs: z.number(),
  durationMs: z.number(),
  query: z.string().optional(),
  call: z.number().optional(),
  ids: z.array(z.string()).optional(),
  cosines: z.array(z.number()).optional(),
  meanCosine: z.number().nullable().optional(),
  contextPrecision: z.number().optional(),
  threshold: z.number().optional(),
  decision: z.enum(["good", "weak"]).optional(),
  by: z.string().optional(),
  sources: z.array(z.string()).optional(),
  source: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  requests: z.number().optional(),
  truncated: z.boolean().optional(),
  withdrawn: z.array(z.string()).optional(),
  scores: z.array(z.number()).optional(),
  problem: z.string().optional(),
});

const storedTurnSchema = z.object({
  turn: z.number(),
  messages: z.array(
    z.object({
      role: z.enum(["system", "user", "assistant", "tool"]),
      text: z.string(),
      subAgent: z.string().nullable(),
      toolCallIndexes: z.array(z.number()).optional(),
      request: z.number().optional(),
    }),
  ),
  answers: z.array(z.string()),
  guarded: z.array(z.string().nullable()).optional(),
  usage: usageSchema.nullable(),
  modelCalls: z.number().nullable(),
  servedModels: z.array(z.string()),
  fingerprints: z.array(z.string()).optional(),
  finishes: z.partialRecord(z.enum(FINISHES), z.number()).optional(),
  extras: z.record(z.string(), z.number()).optional(),
  steps: z.array(nodeStepSchema).optional(),
  planIterations: z.number(),
  contract: z.object({
    violations: z.array(z.string()),
    retries: z.number(),
    fallback: z.boolean(),
    askedBack: z.boolean().optional(),
  }),
  roles: z.partialRecord(z.enum(ROLES), roleUsageSchema).optional(),
  requests: z.array(requestSchema).optional(),
  prompts: z.record(z.string(), z.string()).optional(),
  recommendation: z
    .object({
      ranked: z.array(z.string()),
      abstained: z.boolean(),
      gaps: z.array(z.string()).nullable().optional(),
    })
    .optional(),
});

/** What an execution has come to by the end of a turn; everything counts from its first turn on. */
export type StoredTurn = Omit<MessageTrace, "records"> &
  Pick<AgentTrace, "recommendation" | "roles" | "requests" | "prompts"> & { turn: number };

/** Stores a turn, and with it what its calls left to be written. What tools said is left out: the calls' records have it. */
export async function writeTurn(files: AgentFiles, stored: StoredTurn): Promise<void> {
  const messages = stored.messages.map((message) => (message.role === "tool" ? { ...message, text: "" } : message));
  const path = `${TURNS_FOLDER}/${String(stored.turn).padStart(3, "0")}.json`;
  await files.writeLater([{ path, content: JSON.stringify({ ...stored, messages }) }]);
  await files.flush();
}

/** The last stored turn, which tells the whole execution up to there; null when none was stored. */
export function readLastTurn(turns: readonly StoredFile[], records: readonly CallRecord[]): StoredTurn | null {
  const newest = turns.toSorted((a, b) => turnOf(a) - turnOf(b)).at(-1);
  if (!newest) return null;
  const last = storedTurnSchema.parse(JSON.parse(String(newest.content)));
  const previews = new Map(records.map((record) => [record.index, record.preview]));
  const text = (message: StoredTurn["messages"][number]) =>
    previews.get(message.toolCallIndexes?.[0] ?? -1) ?? message.text;
  return {
    ...last,
    messages: last.messages.map((message) => (message.role === "tool" ? { ...message, text: text(message) } : message)),
  };
}

function turnOf({ path }: StoredFile): number {
  return Number(/(\d+)\.json$/.exec(path)?.[1]);
}
