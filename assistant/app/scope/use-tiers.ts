import { readFile } from "../service/client.ts";
import type { Step } from "../service/wire.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import { resultOf } from "./evidence.tsx";
import { type CallRows, TELLING, type Tier, tiersOf } from "./tiers.ts";

interface TierQuery {
  threadId: string;
  tests: readonly string[];
  /** All of the thread so far: a question that follows may rest on earlier calls alone. */
  steps: readonly Step[];
  asked: string;
}

/** Tests of an answer by how what was read links them to the question; null until the calls' rows have been read. */
export function useTiers({ threadId, tests, steps, asked }: TierQuery): {
  tiers: readonly Tier[] | null;
  failed?: string;
} {
  const telling = steps.filter(
    ({ tool, status, result_path, rows }) =>
      status === "success" && result_path !== null && rows !== 0 && TELLING.includes(tool),
  );
  const key = `${threadId} ${telling.map(({ result_path }) => result_path).join(" ")} ${tests.join(" ")}`;
  const { value, failed } = useLoaded(async () => {
    const calls = tests.length > 0 ? await Promise.all(telling.map((step) => rowsOf(step, threadId))) : [];
    return tiersOf(tests, calls, asked);
  }, key);
  return { tiers: value ?? null, ...(failed !== undefined && { failed }) };
}

/** What a call has returned never changes: each is read once, however many answers rest on it. */
const READ = new Map<string, Promise<string>>();

async function rowsOf({ tool, arguments: given, result_path }: Step, threadId: string): Promise<CallRows> {
  const name = `${threadId} ${result_path}`;
  const text = READ.get(name) ?? readFile(threadId, result_path!);
  READ.set(name, text);
  text.catch(() => READ.delete(name));
  return { tool, arguments: given, rows: resultOf(await text)?.rows ?? [] };
}
