import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecorder } from "../../../../base/providers/recording/record.ts";
import type { RecordedAnswer, RecordedRequest } from "../../../../base/providers/recording/recording.ts";
import { openReuse } from "../../../../base/providers/recording/reuse.ts";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-reuse-"));
  path = join(folder, "main.recording");
  const recorder = await openRecorder({ path, completed: null, secrets: [] });
  const thread = recorder.thread({ name: "a" });
  for (const asked of ["x", "y", "z"]) await thread.call(request(asked), say(`${asked} then`));
  await recorder.thread({ name: "failed" }).call(request("x"), async () => ({ rest: { error: { status: 429 } } }));
  for (const asked of ["x", "y"]) await recorder.shared.call(request(asked), say(`${asked} then`));
  await recorder.complete();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const request = (...items: string[]): RecordedRequest => ({ parts: { model: { id: "m" } }, items });
const say = (said: string) => (): Promise<RecordedAnswer> => Promise.resolve({ item: { said }, rest: {} });
const open = (isFree = false) => openReuse({ path, secrets: [], isFree: () => isFree });
const saidBy = async (
  thread: { call: Awaited<ReturnType<typeof open>>["shared"]["call"] },
  asked: readonly string[],
) => {
  const said: unknown[] = [];
  for (const one of asked) said.push((await thread.call(request(one), say(`${one} now`))).item);
  return said.map((item) => (item as { said: string }).said);
};

describe("a run that reuses a recording", () => {
  it("asks no model while a thread asks what was recorded, and from the first other request on asks for everything", async () => {
    const reuse = await open();
    expect(await saidBy(reuse.thread({ name: "a" }), ["x", "y", "z"])).toEqual(["x then", "y then", "z then"]);
    expect(reuse.count()).toEqual({ recorded: 6, reused: 3, asked: 0 });
    expect(await saidBy(reuse.thread({ name: "a" }), ["x", "other", "z"])).toEqual(["x then", "other now", "z now"]);
    expect(reuse.count()).toEqual({ recorded: 6, reused: 4, asked: 2 });
  });

  it("asks again what had failed, what is asked once more, and what nobody recorded", async () => {
    const reuse = await open();
    expect(await saidBy(reuse.thread({ name: "failed" }), ["x"])).toEqual(["x now"]);
    expect(await saidBy(reuse.thread({ name: "a" }), ["x", "x"])).toEqual(["x then", "x now"]);
    expect(await saidBy(reuse.thread({ name: "b" }), ["x"])).toEqual(["x now"]);
  });

  it("takes calls of no thread one by one, however often they are made", async () => {
    const { shared } = await open();
    expect(await saidBy(shared, ["x", "other", "x", "y"])).toEqual(["x then", "other now", "x then", "y then"]);
  });

  it("asks a model that costs nothing each time", async () => {
    const reuse = await open(true);
    expect(await saidBy(reuse.thread({ name: "a" }), ["x"])).toEqual(["x now"]);
    expect(reuse.count().reused).toBe(0);
  });
});
