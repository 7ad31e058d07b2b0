import { describe, expect, it } from "vitest";
import { rankDisputes, type SystemClaim } from "../../../../harness/results/disputes/disputes.ts";
import { agreementOfReaders, type TruthReader } from "../../../../harness/results/disputes/readers.ts";
import { wrongShare } from "../../../../harness/results/disputes/wrong-share.ts";

const claim = (scenario: string, model: string, ...ids: string[]): SystemClaim => ({ scenario, model, ids });

const MODELS = ["x", "y", "z"];
/** Ten truths that all models name, so that their word weighs. */
const KNOWN = Array.from({ length: 10 }, (_, at) => ({ id: `k${at}`, expected_ids: [`K${at}`] }));
const agreed = KNOWN.flatMap(({ id, expected_ids }) => MODELS.map((model) => claim(id, model, ...expected_ids)));

describe("disputes by evidence", () => {
  it("a truth that models miss in one way comes before one that each misses in its own, and that before those that they share", () => {
    const truths = [...KNOWN, { id: "own", expected_ids: ["A"] }, { id: "same", expected_ids: ["A"] }];
    const claims = [
      ...agreed,
      ...MODELS.map((model) => claim("same", model, "B")),
      ...MODELS.map((model) => claim("own", model, ...(model === "z" ? ["A"] : [`other ${model}`]))),
    ];
    const [first, second, third] = rankDisputes(truths, claims);
    expect([first!.scenario, second!.scenario]).toEqual(["same", "own"]);
    expect(first!.evidence).toBeGreaterThan(second!.evidence);
    expect(second!.evidence).toBeGreaterThan(third!.evidence);
    expect(third!.evidence).toBeLessThan(0);
  });

  it("twenty configurations of a model are one witness", () => {
    const truths = [...KNOWN, { id: "s", expected_ids: ["A"] }];
    const one = [...agreed, claim("s", "x", "B"), claim("s", "y", "A"), claim("s", "z", "A")];
    const many = [...one, ...Array.from({ length: 20 }, () => claim("s", "x", "B"))];
    const evidence = (claims: readonly SystemClaim[]) =>
      rankDisputes(truths, claims).find(({ scenario }) => scenario === "s")!.evidence;
    expect(evidence(many)).toBeCloseTo(evidence(one), 12);
  });

  it("a model that names anything is no witness", () => {
    const truths = [...KNOWN, { id: "s", expected_ids: ["A"] }];
    const liar = KNOWN.map(({ id }) => claim(id, "liar", "nothing"));
    const said = [...agreed, ...liar, ...MODELS.map((model) => claim("s", model, "A"))];
    const [first] = rankDisputes(truths, [...said, claim("s", "liar", "B")]).filter(({ scenario }) => scenario === "s");
    expect(first!.evidence).toBeLessThan(0);
  });

  it("names what claims add and leave out, with the share that names it; what nobody answers is left out", () => {
    const truths = [
      { id: "s", expected_ids: ["A", "B"] },
      { id: "unanswered", expected_ids: ["A"] },
    ];
    expect(rankDisputes(truths, [claim("s", "x", "A", "C"), claim("s", "y", "C")])).toMatchObject([
      {
        ...{ scenario: "s", claims: 2, missing: [{ id: "C", claimed: 1 }] },
        doubted: [
          { id: "B", claimed: 0 },
          { id: "A", claimed: 0.5 },
        ],
      },
    ]);
  });
});

describe("share of wrong truths", () => {
  const truths = Array.from({ length: 20 }, (_, at) => `s${at}`);

  it("disputes count for themselves alone, the lot for the rest: 3 wrong disputes of 4 and 1 of 8 drawn are 5 of 20", () => {
    const decided = { truths, disputed: truths.slice(0, 4), drawn: truths.slice(4, 12) };
    const found = wrongShare({ ...decided, wrong: new Set(["s0", "s1", "s2", "s5"]) })!;
    expect(found).toMatchObject({ share: 0.25, read: 12 });
    expect(found.low).toBe(0.2);
    expect(found.high).toBeGreaterThan(0.3);
  });

  it("is not the share of what was read, which disputes make too high; all read, it is exact", () => {
    expect(wrongShare({ truths, disputed: truths, drawn: [], wrong: new Set(["s0"]) })).toEqual({
      ...{ share: 0.05, low: 0.05, high: 0.05, read: 20 },
    });
  });

  it("has no value where the lot drew nothing of the rest", () => {
    expect(wrongShare({ truths, disputed: ["s0"], drawn: ["s0"], wrong: new Set() })).toBeNull();
  });
});

describe("readers", () => {
  const at = "2026-11-02T10:00:00.000Z";
  const reader = (name: string, decisions: string): TruthReader => ({
    name,
    scenarios: [...decisions].map((letter, index) => {
      const decision = ({ a: "accepted", c: "corrected", r: "rejected" } as const)[letter];
      return { id: `s${index}`, ...(decision && { review: { decision, by: name, at } }) };
    }),
  });

  it("agree where both call a truth right or both call it wrong, however; what one alone decided counts nowhere", () => {
    // Ratings 0 0 1 1 and 0 1 1 1 of four shared truths: 2 of 8 values disagree, by chance 30 / 7 would.
    const found = agreementOfReaders([reader("ada", "aacra."), reader("ben", "acrr.a")]);
    expect(found).toMatchObject({ readers: ["ada", "ben"], shared: 4, alike: 3, apart: ["s1"] });
    expect(found.alpha).toBeCloseTo(1 - (7 * 2) / (2 * 3 * 5), 12);
  });

  it("have no agreement where none disagrees with anything", () => {
    expect(agreementOfReaders([reader("ada", "aa"), reader("ben", "aa")])).toMatchObject({ alike: 2, alpha: null });
  });
});
