import { expect, it } from "vitest";
import { limitsOf } from "../../../../agent/contract/contract.ts";
import { liveSourcesSchema } from "../../../../harness/record/config/live-sources-schema.ts";

const SOURCES = [{ name: "team-chat", type: "matrix", url: "http://127.0.0.1:8008", token_env: "CHAT_{caller}" }];

it("gives a source limits of its own in place of those of all, and refuses those of no source", () => {
  const { fact_check: factCheck, ...parsed } = liveSourcesSchema.parse({
    sources: SOURCES,
    limits: { "team-chat": { items: 100 } },
  });
  const settings = { ...parsed, factCheck };
  expect(limitsOf(settings, "team-chat")).toEqual({ items: 100, pages: 2, opened: 3 });
  expect(limitsOf(settings, "constructor")).toEqual({ items: 20, pages: 2, opened: 3 });
  const wrong = liveSourcesSchema.safeParse({ sources: SOURCES, limits: { chat: { items: 1 } } });
  expect(wrong.error?.issues[0]?.message).toBe("no source is called chat; there are: team-chat");
});
