import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRandom, randomInteger } from "../../../base/random.ts";
import { smallCorpus } from "../small-corpus.ts";
import { edited } from "./edits.ts";
import { type ScratchDatabase, scratchDatabases } from "./scratch-databases.ts";
import { contentOf } from "./state.ts";

/** Rounds of edits; more by SCOPEBENCH_INGEST_ROUNDS. */
const ROUNDS = Number(process.env.SCOPEBENCH_INGEST_ROUNDS ?? 2);

describe.each(["pg_textsearch", "portable"] as const)("differences, ranked by %s", (bm25) => {
  let databases: Awaited<ReturnType<typeof scratchDatabases>>;
  let living: ScratchDatabase;
  beforeAll(async () => {
    databases = await scratchDatabases(bm25);
    living = await databases.make();
  });
  afterAll(async () => {
    await living.close();
    await databases.remove();
  });

  it("give what a fresh build on the same embedding gives, edit after edit", async () => {
    const random = makeRandom("differences", bm25);
    let corpus = smallCorpus();
    const { embedding } = await living.ingest(corpus, null);
    for (let round = 0; round < ROUNDS; round++) {
      const next = edited(corpus, random, 3 + randomInteger(random, 6));
      corpus = next.corpus;
      await living.ingest(corpus, embedding);
      const fresh = await databases.make();
      await fresh.ingest(corpus, embedding);
      expect(await contentOf(living, bm25), `round ${round}: ${next.edits.join(", ")}`).toEqual(
        await contentOf(fresh, bm25),
      );
      await fresh.close();
    }
  });
});
