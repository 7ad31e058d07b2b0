import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScopeAgent } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import type { SearchHit, Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type ProviderRequest, type Script, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { makeTask } from "../task.ts";

const MEGABYTE = 1_000_000;
const ROWS = 20;
/** The last row's, in the middle of its 1 MB. */
const NEEDLE = "needle-4711";

let substrate: Substrate;
let system: ScopeAgent;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  system = await openScopeAgent({
    substrate: withHugeSearch(substrate),
    stateLocation: { journal: null },
    environment: {},
  });
});
afterAll(async () => {
  await system?.close();
  await substrate?.close();
});

/** The substrate, but its keyword search finds 20 texts of 1 MB each. */
function withHugeSearch(inner: Substrate): Substrate {
  const half = "text ".repeat(MEGABYTE / 10);
  const hits = Array.from({ length: ROWS }, (_, at): SearchHit => {
    const snippet = at === ROWS - 1 ? `${half}${NEEDLE}${half}` : half + half;
    return { id: `TC-${at}`, type: "test_case", title: `Test ${at}`, score: 1, snippet };
  });
  const search: Substrate["search"] = { ...inner.search, keyword: () => Promise.resolve(hits) };
  return new Proxy(inner, { get: (target, key) => (key === "search" ? search : Reflect.get(target, key)) });
}

const PATH = "/results/000-keyword_search.json";
const CALLS: { name: string; args: unknown }[] = [
  { name: "keyword_search", args: { query: "x" } },
  { name: "artifact_overview", args: { path: PATH } },
  { name: "artifact_slice", args: { path: PATH, select: "$.rows[19].id" } },
  { name: "artifact_slice", args: { path: PATH, select: "$.rows[0:20]" } },
  { name: "artifact_grep", args: { text: NEEDLE } },
  { name: "read_file", args: { file_path: PATH, offset: 20, limit: 1 } },
];
const script: Script = (_request, count) =>
  count < CALLS.length
    ? { type: "calls", calls: [{ id: `c${count}`, ...CALLS[count]! }] }
    : { type: "text", text: "No supported recommendation: nothing." };

const contextOf = ({ body }: ProviderRequest) => JSON.stringify(body.messages).length;

describe("a result of 20 MB", () => {
  it("does not enter the context, is stored whole, and is read by overview, slice, search and window", async () => {
    const provider = await startProvider(script);
    const task = makeTask({ turns: ["find x"], thread: "huge" });
    const run = await system.run({ ...task, model: loopbackModel(provider.url) });
    await provider.close();
    expect(run.turns).toMatchObject([{ outcome: "success" }]);

    const sizes = provider.requests.map(contextOf);
    const grown = sizes.slice(1).map((size, at) => size - sizes[at]!);
    const bounds = [STUDY_LIMITS.previewChars, 1_000, 1_000, STUDY_LIMITS.sqlTextChars, 2_000, 100_000];
    for (const [at, more] of nonEmpty(grown).entries())
      expect(more, CALLS[at]?.name).toBeLessThan(2 * bounds[at]! + 1_000);

    const trace = await system.readTrace(task);
    const [search, overview, id, slice, grep, window] = trace.toolCalls;
    expect(trace.toolCalls.map(({ tool, status }) => `${tool} ${status}`)).toEqual(
      CALLS.map(({ name }) => `${name} success`),
    );
    expect(search).toMatchObject({ resultPath: PATH, rows: ROWS, truncated: true });
    expect(search!.result!.length).toBeGreaterThan(ROWS * MEGABYTE);
    expect(search!.preview.length).toBeLessThan(2 * STUDY_LIMITS.previewChars);
    expect(JSON.parse(overview!.preview)).toMatchObject({ path: PATH, rows: ROWS });
    expect(JSON.parse(id!.preview)).toMatchObject({ value: "TC-19" });
    expect(JSON.parse(slice!.preview)).toMatchObject({ truncated: true });
    expect(JSON.parse(grep!.preview).lines[0].text).toContain(NEEDLE);
    expect(window!.preview.length).toBeLessThan(200_000);
  });
});
