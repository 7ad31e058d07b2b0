import { z } from "zod";

/** The LangGraph Agent Server's words for what is served, and the shapes of requests (`docs/guides/assistant-api.md` has the table). */
export type ThreadStatus = "idle" | "busy" | "interrupted" | "error";
export type ServedRunStatus = "pending" | "running" | "success" | "error" | "interrupted";

/** What a client may be told is wrong with its request. */
export class Refused extends Error {
  override name = "Refused";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** What a client writes about a thread or a run: lists of a thousand threads carry it. */
const MOST_METADATA_CHARS = 20_000;

const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MOST_METADATA_CHARS, {
    error: `expected metadata of at most ${MOST_METADATA_CHARS} characters`,
  })
  .nullish();
export const page = {
  limit: z.number().int().min(1).max(1000).default(10),
  offset: z.number().int().min(0).default(0),
};
/** A checkpoint as clients send it back; null is the newest. */
const checkpoint = z.object({ checkpoint_id: z.string().nullish() }).nullish();

export const assistantSearch = z.object({ graph_id: z.string().nullish(), metadata, ...page });

export const threadCreation = z.object({
  thread_id: z.uuid().nullish(),
  metadata,
  if_exists: z.enum(["raise", "do_nothing"]).nullish(),
});

export const threadUpdate = z.object({ metadata });

export const threadSearch = z.object({
  metadata,
  ids: z.array(z.uuid()).max(1000).nullish(),
  status: z.enum(["idle", "busy", "interrupted", "error"]).nullish(),
  sort_by: z.enum(["thread_id", "status", "created_at", "updated_at"]).default("updated_at"),
  sort_order: z.enum(["asc", "desc"]).default("desc"),
  ...page,
});

export const historyRequest = z.object({
  limit: z.number().int().min(1).max(1000).default(10),
  before: z.union([z.string(), z.object({ configurable: z.object({ checkpoint_id: z.string() }) })]).nullish(),
});

export const runList = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(10),
  offset: z.coerce.number().int().min(0).default(0),
  status: z.enum(["pending", "running", "success", "error", "interrupted"]).nullable().default(null),
});

export const documentSearch = z.object({ kind: z.string().nullish(), ...page });

export const stateRequest = z.object({ checkpoint });

export const stateUpdate = z.object({ values: z.record(z.string(), z.unknown()).nullish() });

const content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);
export const message = z.looseObject({
  id: z.string().max(200).nullish(),
  /** `role` is LiteLLM's word for it. */
  type: z.string().optional(),
  role: z.string().optional(),
  content,
});

export const STREAM_MODES = ["values", "updates", "messages", "messages-tuple", "custom"] as const;
export type StreamMode = (typeof STREAM_MODES)[number];
/** What other servers stream besides is not ours to send; asking for it is no fault. */
const streamModes = z.union([z.string(), z.array(z.string())]).nullish();

export const runInput = z.looseObject({ messages: z.union([z.array(message), message]).optional() });

/** What a header can carry; a longer one is no token. */
export const sourceToken = z
  .string()
  .max(4000)
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, "expected a token: printable ASCII without blanks around it");

/** `config.configurable` of a run, as far as it is read. */
export const configurable = z.object({
  safe_mode: z
    .union([z.boolean(), z.array(z.string())])
    .optional()
    .describe("calls that wait for a decision: all retrievals, none, or those of the tools named"),
  sources: z
    .record(z.string(), sourceToken)
    .optional()
    .describe("live sources to ask, each with the asker's own token; known while the run goes on, and stored nowhere"),
});

export const runRequest = z.object({
  assistant_id: z.string(),
  input: runInput.nullish(),
  command: z
    .looseObject({ resume: z.unknown().optional(), goto: z.unknown().optional(), update: z.unknown().optional() })
    .nullish(),
  checkpoint,
  checkpoint_id: z.string().nullish(),
  config: z.looseObject({ configurable: z.record(z.string(), z.unknown()).nullish() }).nullish(),
  metadata,
  stream_mode: streamModes,
  stream_subgraphs: z.boolean().nullish(),
  on_disconnect: z.enum(["cancel", "continue"]).nullish(),
  on_completion: z.enum(["delete", "keep"]).nullish(),
  multitask_strategy: z.enum(["reject", "interrupt", "rollback", "enqueue"]).nullish(),
  if_not_exists: z.enum(["create", "reject"]).nullish(),
});
export type RunRequest = z.infer<typeof runRequest>;
export type InputMessage = z.infer<typeof message>;

/** Ours: further calls of the same tool on this thread are approved, too. */
const rest = z.boolean().optional();

/** What a client sends to decide on a call that waits, by LangChain's human-in-the-loop protocol. */
export const decisionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("approve"), rest }),
  z.object({
    type: z.literal("edit"),
    rest,
    edited_action: z.object({ name: z.string(), args: z.record(z.string(), z.unknown()) }),
  }),
  z.object({ type: z.literal("reject"), message: z.string().max(4000).nullish() }),
]);

/**
 * What other servers take and this one does not, by name, with what to do instead: nobody is to believe that it will happen.
 * @throws Refused 501 with all that is asked for
 */
export function checkServed(body: unknown, instead: Readonly<Record<string, string>>): void {
  const asked = Object.entries(instead).filter(([name]) => ((body ?? {}) as Record<string, unknown>)[name] != null);
  if (asked.length > 0) throw new Refused(501, asked.map(([name, words]) => `${name}: ${words}`).join("; "));
}

/** @throws Refused 422 with every fault */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  throw new Refused(422, `the request does not fit: ${z.prettifyError(parsed.error)}`);
}
