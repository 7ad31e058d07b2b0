import { afterAll, beforeAll, expect, it } from "vitest";
import { describeUnless, missingRedmine } from "../../../left-out.ts";
import { describeContract } from "../contract.ts";
import { searchHostile } from "../hostile.ts";
import { type FilledRedmine, fillRedmine } from "./world.ts";

describeUnless(missingRedmine(), "live sources on Redmine", () => {
  let server: FilledRedmine;
  beforeAll(async () => {
    server = await fillRedmine();
  });
  afterAll(() => server.stop());

  describeContract("redmine", async () => server.world(server.url));

  it("gives no issue that 300 hostile keywords do not stand in, and nothing of another's project", async () => {
    const { source, outsider, secret } = server.world(server.url);
    const { found, wrong } = await searchHostile(source, outsider, {
      isRight({ id }, keyword) {
        const text = plain(server.texts.get(id) ?? keyword);
        return text.includes(plain(keyword)) && !text.includes(secret);
      },
    });
    expect(found).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

function plain(text: string): string {
  return text
    .replace(/["\s\p{C}\p{Z}]+/gu, " ")
    .trim()
    .toLowerCase();
}
