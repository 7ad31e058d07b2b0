import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { nearId } from "../../../scenarios/abstention/near-id.ts";
import { wrongPrefix } from "../../../scenarios/abstention/prefix.ts";
import type { Catalogue } from "../../../scenarios/catalogue/catalogue.ts";

describe("nearId", () => {
  it("changes one digit of the id, and gives an id that nobody has", () => {
    const ids = fc.uniqueArray(
      fc.integer({ min: 10_000, max: 99_999 }).map((n) => `TC-${n}`),
      { minLength: 1, maxLength: 50 },
    );
    fc.assert(
      fc.property(ids, fc.nat(), (all, seed) => {
        const [id = ""] = all;
        const made = nearId(id, { like: all, taken: new Set(all), random: makeRandom(seed) }) as string;
        expect(made).toMatch(/^TC-\d{5}$/);
        expect(all).not.toContain(made);
        expect([...made].filter((sign, at) => sign !== id[at])).toHaveLength(1);
      }),
    );
  });

  it("crosses ids without digits, and gives up where nothing new comes out", () => {
    const like = ["area/x/first_test", "area/y/second_test"];
    const made = nearId("area/x/first_test", { like, taken: new Set(like), random: makeRandom(4) });
    expect(made).toBe("area/x/second_test");
    expect(nearId("only", { like: ["only"], taken: new Set(["only"]), random: makeRandom(1) })).toBeNull();
  });
});

describe("wrongPrefix", () => {
  const wrong = (id: string, ids: readonly string[]) =>
    wrongPrefix(id, { catalogue: { ids: new Set(ids) } as Partial<Catalogue> as Catalogue, random: makeRandom(2) });

  it("keeps the number and takes a prefix whose ids have the same form, where there is one", () => {
    const ids = ["REQ-12345", "REQ-12346", "FEA-1234", "FEA-1235", "DEF-99999", "DEF-99998"];
    expect(wrong("REQ-12345", ids)).toBe("DEF-12345");
    expect(wrong("FEA-1234", ids)).toMatch(/^(?:REQ|DEF)-1234$/);
  });

  it("passes over an id that exists under the other prefix", () => {
    expect(wrong("REQ-1", ["REQ-1", "REQ-2", "DEF-1", "DEF-2"])).toBeNull();
  });

  it("gives null where ids have no prefix, or only one that two ids share", () => {
    expect(wrong("12345", ["12345", "12346"])).toBeNull();
    expect(wrong("REQ-1", ["REQ-1", "REQ-2", "README-9"])).toBeNull();
  });
});
