import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../../base/user-error.ts";
import {
  drawForReview,
  keepReviews,
  openForReview,
  review,
  sayReview,
  withoutRejected,
} from "../../scenarios/review.ts";
import type { Review, ScenarioSet } from "../../scenarios/set/schema.ts";

const SET: ScenarioSet = {
  version: 1,
  corpus: "any",
  snapshot: "any",
  seed: 1,
  notes: [],
  drawn_for_review: ["S001", "S003"],
  scenarios: ["S001", "S002", "S003", "S004"].map((id) => ({
    id,
    family: "lookup",
    complexity: "single_hop",
    answerable: true,
    turns: [`which for ${id}?`],
    expected_ids: ["TC-1"],
    expected_entities: ["REQ-1"],
    reference_answer: "",
    traps: [],
    derivation: { sql: "SELECT 'TC-1' AS id", parameters: [], validation: "A = ...", validated: true },
  })),
};

function by(decision: Review["decision"]): Omit<Review, "earlier"> {
  return { decision, by: "ada", at: "2026-01-02T03:04:05.000Z" };
}

const corrected = review(SET, { id: "S001", review: by("corrected"), correction: { ids: ["TC-2"] } });

describe("review", () => {
  it("draws a third by lot, the same for the same seed, in the order of the set", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (count, seed) => {
        const ids = Array.from({ length: count }, (_, index) => `S${index}`);
        const drawn = drawForReview(ids, seed);
        expect(drawn).toHaveLength(Math.ceil(count / 3));
        expect(drawn).toEqual(ids.filter((id) => drawn.includes(id)));
        expect(drawForReview(ids, seed)).toEqual(drawn);
      }),
    );
  });

  it("says that nobody reviewed it, then who decided what", () => {
    expect(sayReview(SET)).toMatch(/^2 of 4 .*: not reviewed$/);
    const set = review(corrected, { id: "S002", review: by("rejected") });
    expect(sayReview(set)).toMatch(/1 of them reviewed; in all 0 accepted, 1 corrected, 1 rejected, by ada/);
    expect(openForReview(set)).toEqual(["S003"]);
    expect(sayReview({ ...SET, drawn_for_review: undefined })).toBeNull();
  });

  it("keeps a person's truth instead of the derived one, which then counts as unconfirmed", () => {
    const [first] = corrected.scenarios;
    expect(first).toMatchObject({ expected_ids: ["TC-2"], expected_entities: ["REQ-1"], review: by("corrected") });
    expect(first?.reference_answer).toContain("TC-2");
    expect(first?.derivation?.validated).toBe(false);
  });

  it("keeps what stood before, oldest first: a truth that was corrected, a decision that was changed", () => {
    const { review: first } = corrected.scenarios[0]!;
    expect(first?.earlier).toEqual([{ expected_ids: ["TC-1"], expected_entities: ["REQ-1"] }]);
    const again = review(corrected, { id: "S001", review: by("accepted") });
    expect(again.scenarios[0]?.review).toEqual({
      ...by("accepted"),
      earlier: [
        { expected_ids: ["TC-1"], expected_entities: ["REQ-1"] },
        { expected_ids: ["TC-2"], expected_entities: ["REQ-1"], review: by("corrected") },
      ],
    });
    expect(review(SET, { id: "S002", review: by("accepted") }).scenarios[1]?.review).toEqual(by("accepted"));
  });

  it("refuses an unknown scenario, and an answerable one without a truth", () => {
    const decide = (id: string, ids: string[]) => () =>
      review(SET, { id, review: by("corrected"), correction: { ids } });
    expect(decide("S009", ["TC-2"])).toThrow(UserError);
    expect(decide("S001", [])).toThrow(UserError);
  });

  it("leaves what was rejected out of a run", () => {
    const set = withoutRejected(review(SET, { id: "S002", review: by("rejected") }));
    expect(set.scenarios.map(({ id }) => id)).toEqual(["S001", "S003", "S004"]);
  });
});

describe("keepReviews", () => {
  it("never overwrites a truth that a person changed, whatever number its question has now", () => {
    const anew = { ...SET, scenarios: SET.scenarios.map((scenario, index) => ({ ...scenario, id: `S01${index}` })) };
    const [first, second] = keepReviews(anew, corrected).scenarios;
    expect(first).toMatchObject({ id: "S010", expected_ids: ["TC-2"], review: by("corrected") });
    expect(second).toEqual(anew.scenarios[1]);
  });

  it("keeps an acceptance of the same truth, and drops one of another", () => {
    const accepted = review(SET, { id: "S001", review: by("accepted") });
    expect(keepReviews(SET, accepted).scenarios[0]?.review).toEqual(by("accepted"));
    const other = { ...SET, scenarios: SET.scenarios.map((scenario) => ({ ...scenario, expected_ids: ["TC-9"] })) };
    expect(keepReviews(other, accepted).scenarios[0]?.review).toBeUndefined();
  });

  it("refuses to lose a review of a question that is not asked again", () => {
    const other = { ...SET, scenarios: SET.scenarios.slice(1) };
    expect(() => keepReviews(other, corrected)).toThrow(/overwrite what people reviewed/);
    expect(keepReviews(other, SET)).toEqual(other);
  });
});
