import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecorder } from "../../../../base/providers/recording/record.ts";
import {
  currentThread,
  onThread,
  type RecordedAnswer,
  RecordedCutOff,
  type RecordedRequest,
  withRecording,
} from "../../../../base/providers/recording/recording.ts";
import { openReplay } from "../../../../base/providers/recording/replay.ts";
import { secretsOf } from "../../../../base/providers/secrets/secrets.ts";
import { UserError } from "../../../../base/user-error.ts";

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-recording-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newPath = () => join(folder, `${files++}.recording`);
const record = (path: string, completed: string | null = null, secrets = secretsOf({})) =>
  openRecorder({ path, completed, secrets });
const replay = (path: string) => openReplay({ path, secrets: [] });
const request = (...items: unknown[]): RecordedRequest => ({ parts: { model: { id: "m" }, tools: ["t"] }, items });
const say = (text: string) => (): Promise<RecordedAnswer> =>
  Promise.resolve({ item: { said: text }, rest: { tokens: 1 } });
const never = (): Promise<RecordedAnswer> => Promise.reject(new Error("a model was asked"));
const textOf = ({ item }: RecordedAnswer) => (item as { said: string }).said;
const contentOf = async (path: string) => {
  const bytes = await readFile(path);
  return brotliDecompressSync(bytes.subarray(bytes.indexOf(10) + 1)).toString();
};
async function errorOf(work: Promise<unknown>): Promise<UserError> {
  return work.then(
    () => expect.fail("nothing was thrown"),
    (error: unknown) => (error instanceof UserError ? error : expect.fail(String(error))),
  );
}

describe("record, then replay", () => {
  it("gives the recorded answers back, identical requests of a thread in their order, and asks nobody", async () => {
    const path = newPath();
    const recorder = await record(path);
    const thread = recorder.thread({ name: "a" });
    for (const [asked, said] of [
      ["x", "1"],
      ["y", "2"],
      ["x", "3"],
    ] as const)
      await thread.call(request(asked), say(said));
    expect((await recorder.complete()).calls).toBe(3);
    const again = (await replay(path)).thread({ name: "a" });
    const answers: string[] = [];
    for (const asked of ["x", "x", "y"]) answers.push(textOf(await again.call(request(asked), never)));
    expect(answers).toEqual(["1", "3", "2"]);
  });

  it("keeps threads apart that ask the same, in whatever order they run: any interleaving gives the same recording", async () => {
    const hashes = await fc
      .sample(fc.shuffledSubarray([...Array(12).keys()], { minLength: 12 }), 5)
      .reduce(async (before, order) => {
        const recorder = await record(newPath());
        const threads = ["a", "b", "c"].map((name) => recorder.thread({ name }));
        const next = [0, 0, 0];
        for (const at of order) {
          const which = at % 3;
          const turn = next[which]!++;
          await threads[which]!.call(request("same", turn), say(`${which}-${turn}`));
        }
        return [...(await before), (await recorder.complete()).hash];
      }, Promise.resolve<string[]>([]));
    expect(new Set(hashes).size).toBe(1);
  });

  it("takes a failure as an answer, and records nothing when the call itself was ended", async () => {
    const path = newPath();
    const recorder = await record(path);
    const thread = recorder.thread({ name: "a" });
    await thread.call(request("refused"), () => Promise.resolve({ rest: { error: "429" } }));
    await expect(thread.call(request("ended"), never)).rejects.toThrow("a model was asked");
    expect((await recorder.complete()).calls).toBe(1);
    const again = (await replay(path)).thread({ name: "a" });
    expect(await again.call(request("refused"), never)).toEqual({ rest: { error: "429" } });
  });

  it("puts a thread's own name into its texts, whatever it was called when it was recorded", async () => {
    const path = newPath();
    const recorder = await record(path);
    const thread = recorder.thread({ name: "a", alias: "a~1" });
    await thread.call(request("you are a~1"), say("see artifact://a~1/x"));
    await recorder.complete();
    const again = (await replay(path)).thread({ name: "a", alias: "a~2" });
    expect(textOf(await again.call(request("you are a~2"), never))).toBe("see artifact://a~2/x");
  });

  it("ends where the clock ended the recorded thread, and only there", async () => {
    const path = newPath();
    const recorder = await record(path);
    const thread = recorder.thread({ name: "slow" });
    await thread.call(request("x"), say("1"));
    await thread.cutOff();
    await recorder.complete();
    const recording = await replay(path);
    const again = recording.thread({ name: "slow" });
    await again.call(request("x"), never);
    await expect(again.call(request("y"), never)).rejects.toBeInstanceOf(RecordedCutOff);
    expect(recording.signal.aborted).toBe(false);
    await expect(recording.thread({ name: "slow" }).call(request("y"), never)).rejects.toBeInstanceOf(UserError);
  });

  it("answers calls outside a thread as often as they are asked, and stores them once", async () => {
    const path = newPath();
    const recorder = await record(path);
    for (let time = 0; time < 3; time++) await recorder.shared.call(request("embed me"), say("vector"));
    expect((await recorder.complete()).calls).toBe(1);
    const again = (await replay(path)).shared;
    for (let time = 0; time < 3; time++) expect(textOf(await again.call(request("embed me"), never))).toBe("vector");
  });

  it("gives any JSON back as it was", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (asked, said) => {
        const path = newPath();
        const recorder = await record(path);
        const answer = { item: said, rest: { said } };
        await recorder.thread({ name: "a" }).call(request(asked), () => Promise.resolve(answer));
        await recorder.complete();
        const plain = JSON.parse(JSON.stringify(answer)) as unknown;
        expect(await (await replay(path)).thread({ name: "a" }).call(request(asked), never)).toEqual(plain);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a recording that is interrupted", () => {
  it("goes on after a kill in the middle of a line; a thread that is begun again replaces what it had", async () => {
    const [path, straight] = [newPath(), newPath()];
    const first = await record(path);
    await first.thread({ name: "done" }).call(request("x"), say("1"));
    await first.thread({ name: "cut" }).call(request("x"), say("lost"));
    await appendFile(`${path}.part`, '{"call":{"thread":"cut","ta');
    const second = await record(path);
    await second.thread({ name: "cut" }).call(request("x"), say("2"));
    const uninterrupted = await record(straight);
    await uninterrupted.thread({ name: "cut" }).call(request("x"), say("2"));
    await uninterrupted.thread({ name: "done" }).call(request("x"), say("1"));
    expect((await second.complete()).hash).toBe((await uninterrupted.complete()).hash);
  });

  it("continues the recording that it completed, also when its journal was not removed in time", async () => {
    const path = newPath();
    const first = await record(path);
    await first.thread({ name: "a" }).call(request("x"), say("1"));
    const { hash } = await first.complete();
    for (const removed of [false, true]) {
      const next = await record(path, hash);
      if (removed) await next.forgetJournal();
      expect(await next.complete()).toEqual({ hash, calls: 1 });
    }
    const more = await record(path, hash);
    await more.thread({ name: "b" }).call(request("x"), say("2"));
    expect((await more.complete()).calls).toBe(2);
    expect((await errorOf(record(path, hash))).problems[0]).toBe(`expected checksum ${hash}`);
  });

  it("is not overwritten by another recording", async () => {
    const path = newPath();
    const [one, two] = [await record(path), await record(path)];
    await one.thread({ name: "a" }).call(request("x"), say("1"));
    expect((await errorOf(two.thread({ name: "a" }).call(request("x"), say("1")))).code).toBe("recording");
  });
});

describe("the first request that was not recorded", () => {
  async function missOf(asked: RecordedRequest, thread = "a"): Promise<{ error: UserError; aborted: boolean }> {
    const path = newPath();
    const recorder = await record(path);
    const recorded = recorder.thread({ name: "a" });
    const system = { role: "system", content: "Work in steps: decide, then retrieve." };
    const tools = [{ name: "search", parameters: { properties: { limit: { maximum: 50 } } } }, { name: "lookup" }];
    const said: RecordedRequest = {
      parts: { model: { id: "m" }, parameters: { seed: 1 }, tools },
      items: [system, "q"],
    };
    await recorded.call(said, say("1"));
    await recorded.call({ ...said, items: [system, "q", { said: "1" }, "result"] }, say("2"));
    await recorder.complete();
    const recording = await replay(path);
    const error = await errorOf(recording.thread({ name: thread }).call(asked, never));
    expect(recording.signal.reason).toBe(error);
    return { error, aborted: recording.signal.aborted };
  }
  const tools = [{ name: "search", parameters: { properties: { limit: { maximum: 50 } } } }, { name: "lookup" }];
  const parts = { model: { id: "m" }, parameters: { seed: 1 }, tools };
  const system = { role: "system", content: "Work in steps: decide, then retrieve." };

  it("ends the replay, with the message that changed and where", async () => {
    const changed = { role: "system", content: "Work in small steps: decide, then retrieve." };
    const { error, aborted } = await missOf({ parts, items: [changed, "q", { said: "1" }, "result"] });
    expect([error.code, error.exitCode, aborted]).toEqual(["recording", 1, true]);
    expect(error.message).toContain("request 1 of a was not recorded");
    expect(error.problems).toEqual([
      "nearest recorded request: number 2 of 2",
      "message 1.content differs from character 10 on:",
      '  - "Work in steps: decide, then retrieve."',
      '  + "Work in small steps: decide, then retrieve."',
    ]);
  });

  it.each([
    ["a parameter", { ...parts, parameters: { seed: 2 } }, ["parameters.seed: recorded 1, now 2"]],
    [
      "a tool's schema",
      { ...parts, tools: [{ name: "search", parameters: { properties: { limit: { maximum: 20 } } } }, tools[1]] },
      ["tools[search].parameters.properties.limit.maximum: recorded 50, now 20"],
    ],
    ["a tool that is gone", { ...parts, tools: [tools[0]] }, ['tools[lookup] is missing, recorded: {"name":"lookup"}']],
    ["a tool that is new", { ...parts, tools: [...tools, { name: "sql" }] }, ['tools[sql] is new: {"name":"sql"}']],
    ["the model", { ...parts, model: { id: "n" } }, ["model.id differs", '  - "m"', '  + "n"']],
  ])("names %s", async (_what, changed, expected) => {
    const { error } = await missOf({ parts: changed, items: [system, "q"] });
    expect(error.problems[0]).toBe("nearest recorded request: number 1 of 2");
    const lines = error.problems.slice(1);
    expect(lines.map((line, at) => line.slice(0, expected[at]?.length))).toEqual(expected);
  });

  it("says when a message is new, when one is missing, and when nothing of the thread was recorded", async () => {
    expect((await missOf({ parts, items: [system, "q", "more"] })).error.problems).toContain(
      'message 3 is new: "more"',
    );
    expect((await missOf({ parts, items: [system] })).error.problems).toContain('message 2 is missing, recorded: "q"');
    expect((await missOf({ parts, items: [system, "q"] }, "b")).error.problems).toEqual([
      "nothing of b was recorded; the recording holds 1 thread, such as a",
    ]);
  });
});

it("a request that is made more often than it was recorded is one that was not", async () => {
  const path = newPath();
  const recorder = await record(path);
  await recorder.thread({ name: "a" }).call(request("x"), say("1"));
  await recorder.complete();
  const again = (await replay(path)).thread({ name: "a" });
  await again.call(request("x"), never);
  const { problems } = await errorOf(again.call(request("x"), never));
  expect(problems).toEqual(["the same request was recorded 1 time(s), and is made once more"]);
});

describe("a recording's file", () => {
  async function written(): Promise<string> {
    const path = newPath();
    const recorder = await record(path);
    const thread = recorder.thread({ name: "a" });
    const items = Array.from({ length: 200 }, (_, at) => `message ${at} ${"long ".repeat(100)}`);
    for (let turn = 1; turn <= items.length; turn++)
      await thread.call(request(...items.slice(0, turn)), say(`${turn}`));
    await recorder.complete();
    return path;
  }

  it("stores a message once however often it is sent: 200 turns that send 10 MB take less than 20 KB", async () => {
    expect((await stat(await written())).size).toBeLessThan(20_000);
  });

  it("is refused when a byte is missing or changed, of another version, or no recording", async () => {
    const path = await written();
    const bytes = await readFile(path);
    const broken: [Buffer, RegExp][] = [
      [bytes.subarray(0, -1), /damaged/],
      [
        Buffer.concat([Buffer.from(bytes.toString("latin1", 0, 30), "latin1"), Buffer.from("0"), bytes.subarray(31)]),
        /damaged/,
      ],
      [Buffer.from(bytes.toString("latin1").replace(" 1 ", " 2 "), "latin1"), /version 2, expected 1/],
      [Buffer.from("something"), /not a recording/],
    ];
    for (const [content, message] of broken) {
      await writeFile(path, content);
      expect((await errorOf(replay(path))).message).toMatch(message);
    }
    expect((await errorOf(replay(join(folder, "none")))).message).toMatch(/there is no recording/);
  });

  it("holds no secret of the environment, as it is or in Base64, in a request or an answer", async () => {
    const path = newPath();
    const environment = { SOME_API_KEY: 'sk-"quoted"-4711', MY_LOGIN: "named-in-config", HOME: "/home/someone" };
    const recorder = await record(path, null, secretsOf(environment, ["MY_LOGIN"]));
    const base64 = Buffer.from(environment.SOME_API_KEY).toString("base64");
    await recorder
      .thread({ name: "a" })
      .call(request(`key ${environment.SOME_API_KEY}`, base64), say(`${environment.MY_LOGIN} at ${environment.HOME}`));
    const journal = await readFile(`${path}.part`, "utf8");
    await recorder.complete();
    for (const text of [journal, await contentOf(path)]) {
      for (const secret of ['sk-\\"quoted', "named-in-config", base64]) expect(text).not.toContain(secret);
      expect(text).toContain("key [redacted: SOME_API_KEY]");
      expect(text).toContain("[redacted: MY_LOGIN] at /home/someone");
    }
  });
});

describe("the scope of a recording", () => {
  it("reaches what runs inside, and nothing outside", async () => {
    const recorder = await record(newPath());
    expect(currentThread()).toBeNull();
    const inside = await withRecording(recorder, () =>
      onThread({ name: "a" }, async () => {
        await Promise.resolve();
        return currentThread();
      }),
    );
    expect(inside).not.toBeNull();
    expect(withRecording(recorder, currentThread)).toBe(recorder.shared);
    expect(onThread({ name: "a" }, currentThread)).toBeNull();
  });
});
