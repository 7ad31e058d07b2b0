import type { Filters } from "../../../harness/results/selection/filters.ts";
import type { Computed } from "../../../harness/show/selection/compute.ts";
import type { PagePart } from "../../../harness/show/selection/parts.ts";
import type { SelectionReply, SelectionRequest } from "../selection/worker.ts";

/** Asks for a part of a page over what filters select. The worker and its data are loaded when first asked. */
export function computeSelection(filters: Filters, part: PagePart): Promise<Computed> {
  state.worker ??= startWorker();
  const id = ++state.asked;
  return new Promise((resolve) => {
    state.waiting.set(id, resolve);
    state.worker?.postMessage({ id, filters, part } satisfies SelectionRequest);
  });
}

/** One worker a page. */
const state: { worker?: Worker; asked: number; waiting: Map<number, (computed: Computed) => void> } = {
  asked: 0,
  waiting: new Map(),
};

const BROKEN = "Hidden: the part of the report that computes selections could not be loaded.";

function startWorker(): Worker {
  const worker = new Worker("./components/selection-worker.js", { type: "module" });
  worker.addEventListener("message", ({ data: { id, computed } }: MessageEvent<SelectionReply>) => {
    state.waiting.get(id)?.(computed);
    state.waiting.delete(id);
  });
  worker.addEventListener("error", () => {
    for (const resolve of state.waiting.values()) resolve({ type: "hidden", because: BROKEN });
    state.waiting.clear();
    worker.terminate();
    delete state.worker;
  });
  return worker;
}
