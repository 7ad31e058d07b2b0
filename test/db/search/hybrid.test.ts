import { describe, expect, it } from "vitest";
import { fuse } from "../../../db/search/hybrid.ts";

const hit = (id: string, score = 1, type = "test_case") => ({ id, type, title: id, score, snippet: `${id}.` });

describe("fuse", () => {
  it("sums 1 / (k + rank0 + 1) over the lists, whatever their scores", () => {
    const fused = fuse(
      [
        [hit("a", 90), hit("b", 80)],
        [hit("b", 0.2), hit("c", 0.1)],
      ],
      { k: 60, limit: 10 },
    );
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ["b", 1 / 62 + 1 / 61],
      ["a", 1 / 61],
      ["c", 1 / 62],
    ]);
  });

  it("breaks ties by id and cuts at the limit", () => {
    expect(fuse([[hit("b")], [hit("a")]], { k: 60, limit: 10 }).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(fuse([[hit("b")], [hit("a")]], { k: 60, limit: 1 }).map(({ id }) => id)).toEqual(["a"]);
  });

  it("keeps entities of two types with one id apart", () => {
    expect(fuse([[hit("a"), hit("a", 1, "message")]], { k: 60, limit: 10 })).toHaveLength(2);
  });

  it("gives nothing for empty lists", () => {
    expect(fuse([[], []], { k: 60, limit: 10 })).toEqual([]);
  });
});
