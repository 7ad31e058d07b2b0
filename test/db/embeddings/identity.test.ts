import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddingIdentity } from "../../../db/embeddings/identity.ts";
import { embeddingSchema } from "../../../db/embeddings/options.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-identity-"));
});
afterAll(() => rm(folder, { recursive: true }));

const identity = (options: unknown) => embeddingIdentity(embeddingSchema.parse(options));

describe("embeddingIdentity", () => {
  it("of an endpoint leaves out key, price, batches and retries", async () => {
    const options = { type: "openai", baseUrl: "http://127.0.0.1/v1", model: "m", dimensions: 4 };
    const other = { ...options, apiKeyEnv: "KEY", price: 1, batchSize: 2, maxRetries: 0, timeoutMs: 1 };
    expect(await identity(other)).toEqual(await identity(options));
    expect(await identity({ ...options, model: "n" })).not.toEqual(await identity(options));
  });

  it("of a file or a folder is its content, wherever it lies", async () => {
    const [one, two] = [join(folder, "one.txt"), join(folder, "two.txt")];
    await writeFile(one, "a 1 2\n");
    await writeFile(two, "a 1 2\n");
    expect(await identity({ type: "static", path: one })).toEqual(await identity({ type: "static", path: two }));
    const whole = await identity({ type: "transformers", path: folder });
    await writeFile(two, "a 1 3\n");
    expect(await identity({ type: "static", path: one })).not.toEqual(await identity({ type: "static", path: two }));
    expect(await identity({ type: "transformers", path: folder })).not.toEqual(whole);
  });

  it("of a file that is not there is an error of the user's", async () => {
    await expect(identity({ type: "static", path: join(folder, "none") })).rejects.toMatchObject({ code: "substrate" });
  });
});
