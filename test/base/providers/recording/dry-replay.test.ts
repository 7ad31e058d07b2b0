import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDryReplay } from "../../../../base/providers/recording/dry-replay.ts";
import { openRecorder } from "../../../../base/providers/recording/record.ts";
import type { RecordedAnswer, RecordedRequest } from "../../../../base/providers/recording/recording.ts";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-dry-"));
  path = join(folder, "main.recording");
  const recorder = await openRecorder({ path, completed: null, secrets: [] });
  for (const name of ["a", "b", "c"]) {
    const thread = recorder.thread({ name });
    await thread.call(request(SYSTEM, HUMAN), say("look it up"));
    await thread.call(request(SYSTEM, HUMAN, message("tool", "TC-1")), say("it is TC-1"));
    if (name === "c") await thread.cutOff();
  }
  await recorder.complete();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const message = (role: string, content: string) => ({ role, content });
const [SYSTEM, HUMAN] = [message("system", "You find tests."), message("human", "Which?")];
const request = (...items: object[]): RecordedRequest => ({ parts: { model: { id: "m" }, tools: ["t"] }, items });
const say = (text: string) => (): Promise<RecordedAnswer> =>
  Promise.resolve({ item: message("ai", text), rest: { tokens: 1 } });
const never = (): Promise<RecordedAnswer> => Promise.reject(new Error("a model was asked"));
const open = (isMade = false) => openDryReplay({ path, secrets: [], isMade: () => isMade });

describe("a dry replay", () => {
  it("finds no departure where a thread asks what was recorded, and asks no model", async () => {
    const dry = await open();
    const thread = dry.thread({ name: "a" });
    expect((await thread.call(request(SYSTEM, HUMAN), never)).item).toEqual(message("ai", "look it up"));
    await thread.call(request(SYSTEM, HUMAN, message("tool", "TC-1")), never);
    expect(dry.departures.size).toBe(0);
  });

  it.each([
    [["message:system"], { items: [message("system", "You find bugs."), HUMAN] }],
    [["message:human"], { items: [SYSTEM, message("human", "Which not?")] }],
    [["tools"], { parts: { model: { id: "m" }, tools: ["t", "u"] } }],
    [
      ["model", "message:system"],
      { parts: { model: { id: "n" }, tools: ["t"] }, items: [message("system", ""), HUMAN] },
    ],
  ])("names what differs in the first request: %s", async (changed, change) => {
    const dry = await open();
    await expect(dry.thread({ name: "a" }).call({ ...request(SYSTEM, HUMAN), ...change }, never)).rejects.toThrow(
      "departs",
    );
    expect(dry.departures.get("a")).toMatchObject({ request: 1, recorded: 2, changed });
  });

  it("ends a thread where a tool returned something else, for good, and lets the others go on", async () => {
    const dry = await open();
    const [a, b] = [dry.thread({ name: "a" }), dry.thread({ name: "b" })];
    for (const thread of [a, b]) await thread.call(request(SYSTEM, HUMAN), never);
    await expect(a.call(request(SYSTEM, HUMAN, message("tool", "TC-2")), never)).rejects.toThrow("departs");
    await b.call(request(SYSTEM, HUMAN, message("tool", "TC-1")), never);
    await expect(a.call(request(SYSTEM, HUMAN, message("tool", "TC-1")), never)).rejects.toThrow("departed");
    expect([...dry.departures]).toEqual([["a", expect.objectContaining({ request: 2, changed: ["message:tool"] })]]);
  });

  it("departs where a free model answers otherwise, the same is asked once more, nothing was recorded, the clock ended it", async () => {
    const dry = await open(true);
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => dry.thread({ name }));
    await expect(a!.call(request(SYSTEM, HUMAN), say("look elsewhere"))).rejects.toThrow("departs");
    await b!.call(request(SYSTEM, HUMAN), say("look it up"));
    await expect(b!.call(request(SYSTEM, HUMAN), say("look it up"))).rejects.toThrow("departs");
    await expect(c!.call(request(SYSTEM, HUMAN), never)).rejects.toThrow("departs");
    await expect(d!.call(request(SYSTEM, HUMAN), never)).rejects.toThrow("departs");
    const changed = [...dry.departures].map(([name, departure]) => [name, departure.changed]);
    expect(changed).toEqual([
      ["a", ["answer"]],
      ["b", ["again"]],
      ["c", ["clock"]],
      ["d", ["nothing"]],
    ]);
  });

  it("starts a thread that is opened again afresh", async () => {
    const dry = await open();
    await expect(dry.thread({ name: "a" }).call(request(HUMAN), never)).rejects.toThrow("departs");
    await dry.thread({ name: "a" }).call(request(SYSTEM, HUMAN), never);
    expect(dry.departures.size).toBe(0);
  });
});
