import { currentRecording, currentThread } from "../../base/providers/recording/recording.ts";
import type { Caller } from "./caller.ts";
import type { LiveSource } from "./port.ts";

/**
 * A source whose calls go over the recording that is going on, if there is one: recorded with who asked, or answered from the record without
 * the source and without a token. A reused recording is one of models: what sources hold now is asked anew.
 */
export function recordedSource(source: LiveSource): LiveSource {
  const { name } = source.describe();
  const recorded = async <T>(method: keyof LiveSource, asked: unknown, by: Caller, make: () => Promise<T>) => {
    const thread = currentRecording()?.mode === "reuse" ? null : currentThread();
    if (thread === null) return make();
    const request = { parts: { source: { name, method, caller: by.id } }, items: [JSON.stringify(asked)] };
    const { rest } = await thread.call(request, async () => ({ rest: await make() }));
    return rest as T;
  };
  return {
    describe: () => source.describe(),
    search: (query, options, caller) => {
      const { limit, pages } = options;
      return recorded("search", { ...query, limit, pages }, caller, () => source.search(query, options, caller));
    },
    open: (id, caller, options) => recorded("open", id, caller, () => source.open(id, caller, options)),
    containers: (caller, options) => recorded("containers", null, caller, () => source.containers(caller, options)),
  };
}
