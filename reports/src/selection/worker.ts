import type { Scored } from "../../../harness/results/analyses/scored.ts";
import { unpackScored } from "../../../harness/results/columns/pack.ts";
import { type Filters, formatFilters } from "../../../harness/results/selection/filters.ts";
import { type Computed, makeCompute } from "../../../harness/show/selection/compute.ts";
import type { PagePart } from "../../../harness/show/selection/parts.ts";

/** What a page asks the worker, and by the same number what it is told. */
export interface SelectionRequest {
  id: number;
  filters: Filters;
  part: PagePart;
}
export interface SelectionReply {
  id: number;
  computed: Computed;
}

const NO_DATA =
  "Hidden: this report has nothing to compute a selection from, since it was built by another version. `scopebench runs stage score` and `scopebench report build` add it.";

let loaded: Promise<Scored | null> | undefined;
let current: { selection: string; compute: ReturnType<typeof makeCompute> } | undefined;
const waiting: SelectionRequest[] = [];

addEventListener("message", ({ data }: MessageEvent<SelectionRequest>) => {
  waiting.push(data);
  if (waiting.length === 1) void next();
});

/** One part at a time, and after each a look at what has come since: of another selection than the newest nothing is computed. */
async function next(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  const [request] = waiting;
  const newest = waiting.at(-1);
  if (!request || !newest) return;
  if (formatFilters(request.filters) === formatFilters(newest.filters)) await reply(request);
  waiting.shift();
  if (waiting.length > 0) void next();
}

async function reply({ id, filters, part }: SelectionRequest): Promise<void> {
  postMessage({ id, computed: await compute(filters, part).catch(failed) } satisfies SelectionReply);
}

/** One part that fails leaves the others. */
function failed(error: unknown): Computed {
  console.error(error);
  return { type: "hidden", because: "Hidden: this could not be computed; the browser's console says why." };
}

async function compute(filters: Filters, part: PagePart): Promise<Computed> {
  loaded ??= load();
  const scored = await loaded;
  if (scored === null) return { type: "hidden", because: NO_DATA };
  const selection = formatFilters(filters);
  if (current?.selection !== selection) current = { selection, compute: makeCompute(scored, filters) };
  return current.compute(part);
}

async function load(): Promise<Scored | null> {
  const [lines, facts] = await Promise.all(
    ["selection.jsonl", "run-facts.json"].map((name) => fetch(`../data/${name}`)),
  );
  if (!lines?.ok || !facts?.ok) return null;
  return unpackScored(linesOf(lines), await facts.json());
}

/** As they come: the file of 200,000 executions is longer than a text may be. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let parts: string[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const [end = "", ...others] = read.value.split("\n");
    parts.push(end);
    for (const next of others) {
      yield parts.join("");
      parts = [next];
    }
  }
  yield parts.join("");
}
