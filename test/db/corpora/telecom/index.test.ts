import { describe, expect, it } from "vitest";
import { findIds } from "../../../../base/ids.ts";
import { generateTelecomCorpus } from "../../../../db/corpora/telecom/index.ts";
import type { Artifact, Corpus } from "../../../../db/ports/corpus.ts";
import { describeCorpus } from "../../../../import/describe.ts";
import { nonEmpty } from "../../../non-empty.ts";

const full = new Map([7, 8].map((seed) => [seed, generateTelecomCorpus({ seed })]));

function testsOf(corpus: Corpus): Artifact[] {
  return corpus.artifacts.filter(({ type }) => type === "test_case");
}

function textOf(artifact: Artifact, key: string): string {
  return String(artifact.meta[key] ?? "");
}

/** Test -> backlog pairs by a reading of the raw forms that is independent of ingest: brackets out, then the id at the start. */
function linkedPairs(corpus: Corpus): Set<string> {
  const ids = new Set(corpus.artifacts.map(({ id }) => id));
  const pairs = corpus.links
    .filter(({ kind }) => kind === "references")
    .map(({ sourceId, targetId }) => `${sourceId} ${targetId}`);
  for (const test of testsOf(corpus))
    for (const raw of (test.meta.references as string[] | undefined) ?? []) {
      const id = raw
        .replace(/\[[^\]]*\]|\([^)]*\)/g, "")
        .trim()
        .toUpperCase()
        .match(/^(?:FEA|REQ|DDO|SPI|CRQ|DEF)-\d+/)?.[0];
      if (id && ids.has(id)) pairs.push(`${test.id} ${id}`);
    }
  return new Set(pairs);
}

describe.each([7, 8])("synthetic telecom corpus at full size, seed %i", (seed) => {
  const corpus = full.get(seed) as Corpus;
  const description = describeCorpus(corpus);

  it("has 11,366 tests, 1,365 backlog items in six subtypes and 15,222 links after normalisation", () => {
    expect(description.byRole.test_case).toBe(11_366);
    expect(description.byRole.backlog_item).toBe(1_365);
    expect(Object.keys(description.backlogBySubtype)).toEqual([
      "change_request",
      "defect",
      "design_document",
      "feature",
      "requirement",
      "specification_item",
    ]);
    expect(linkedPairs(corpus).size).toBe(15_222);
  });

  it("gives the same links to the reference resolver of ingest", () => {
    expect(description.traceLinks).toBe(15_222);
    expect(description.unresolvedReferences).toBeGreaterThan(100);
  });

  it("says that it is synthetic in name, description, flag and notes", () => {
    expect(corpus.mapping.synthetic).toBe(true);
    for (const text of [corpus.mapping.name, corpus.mapping.description, ...corpus.notes])
      expect(text?.toLowerCase()).toContain("synthetic");
  });

  it("records each link in rows only, in raw references only, or in both, and repeats some", () => {
    const rows = new Set(
      corpus.links
        .filter(({ kind }) => kind === "references")
        .map(({ sourceId, targetId }) => `${sourceId} ${targetId}`),
    );
    const all = linkedPairs(corpus);
    expect(rows.size / all.size).toBeGreaterThan(0.3);
    expect(rows.size / all.size).toBeLessThan(0.5);
    expect(description.rawReferences).toBeGreaterThan(all.size - rows.size);
  });

  it("has ids with qualifiers, bracketed notes and other ids in brackets", () => {
    const raw = testsOf(corpus).flatMap((test) => (test.meta.references as string[] | undefined) ?? []);
    for (const form of [
      /\(v\d\)/,
      /\[waived/,
      /:AC\d/,
      /#\d/,
      /-rev [ABC]/,
      /\[replaces [A-Z]{3}-\d+\]/,
      /^[a-z]{3}-/,
      /^ /,
    ])
      expect(raw.filter((text) => form.test(text)).length, String(form)).toBeGreaterThan(100);
  });

  it("never counts the id inside a bracketed note", () => {
    const pairs = linkedPairs(corpus);
    const quoted = testsOf(corpus).flatMap((test) =>
      ((test.meta.references as string[] | undefined) ?? []).flatMap((raw) =>
        (/\[replaces (\S+)\]/.exec(raw) ?? []).slice(1).map((id) => `${test.id} ${id}`),
      ),
    );
    // A test may happen to have a link of its own to the quoted item, but hardly ever.
    expect(quoted.filter((pair) => pairs.has(pair)).length).toBeLessThan(quoted.length * 0.1);
  });

  it("leaves 18 % of the tests without a link and 22 % of the backlog without a test", () => {
    expect(description.testsWithoutBacklog).toBe(2_046);
    expect(description.backlogWithoutTests).toBe(300);
  });

  it("mentions backlog ids in instructions without linking them, items without tests among them", () => {
    const pairs = linkedPairs(corpus);
    const linked = new Set([...pairs].map((pair) => pair.split(" ")[1]));
    const mentions = testsOf(corpus).flatMap((test) =>
      findIds(test.text, corpus.mapping.idPatterns).map((id) => ({ pair: `${test.id} ${id}`, id })),
    );
    expect(mentions.length).toBeGreaterThan(400);
    expect(mentions.filter(({ pair }) => pairs.has(pair))).toEqual([]);
    expect(mentions.filter(({ id }) => !linked.has(id)).length).toBeGreaterThan(100);
  });

  it("has no item with more than 97 tests, and some with one only", () => {
    const perItem = new Map<string, number>();
    for (const pair of linkedPairs(corpus))
      perItem.set(pair.split(" ")[1] as string, (perItem.get(pair.split(" ")[1] as string) ?? 0) + 1);
    const counts = [...perItem.values()];
    expect(Math.max(...counts)).toBeLessThanOrEqual(97);
    expect(Math.min(...counts)).toBe(1);
  });

  it("makes topics of procedure x failure x interface that hold mostly 2 to 15 tests", () => {
    const topics = new Map<string, number>();
    for (const { meta } of testsOf(corpus).filter((test) => test.meta.failure_condition !== "no failure")) {
      const key = [meta.procedure, meta.failure_condition, meta.interface].join("|");
      topics.set(key, (topics.get(key) ?? 0) + 1);
    }
    const sizes = [...topics.values()];
    expect(sizes.filter((size) => size >= 2 && size <= 15).length / sizes.length).toBeGreaterThan(0.6);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(97);
  });

  it("covers the protocol under test of every test, by a message or by a link of its own", () => {
    const protocolOf = new Map(
      corpus.links.filter(({ kind }) => kind === "member_of").map(({ sourceId, targetId }) => [sourceId, targetId]),
    );
    const covered = new Map<string, Set<string>>();
    for (const { sourceId, targetId, kind } of corpus.links.filter((link) => link.kind.startsWith("covers_"))) {
      const protocol = kind === "covers_protocol" ? targetId : (protocolOf.get(targetId) as string);
      covered.set(sourceId, (covered.get(sourceId) ?? new Set()).add(protocol));
    }
    const idOf = (test: Artifact) =>
      `PRT-${textOf(test, "interface")}-${textOf(test, "protocol")
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, "")}`;
    expect(testsOf(corpus).filter((test) => !covered.get(test.id)?.has(idOf(test)))).toEqual([]);
  });

  it("has messages of every coverage status, in agreement with the links, and names that several protocols share", () => {
    const messages = corpus.artifacts.filter(({ type }) => type === "message");
    const covered = new Set(
      corpus.links.filter(({ kind }) => kind === "covers_message").map(({ targetId }) => targetId),
    );
    expect(new Set(messages.map((message) => message.meta.coverage_status))).toEqual(
      new Set(["covered", "partial", "uncovered"]),
    );
    expect(messages.filter(({ id, meta }) => covered.has(id) === (meta.coverage_status === "uncovered"))).toEqual([]);
    expect(messages.length - new Set(messages.map(({ title }) => title)).size).toBeGreaterThan(10);
  });

  it("has near-duplicates that differ from their original in the attribute they name and in no other", () => {
    const byId = new Map(testsOf(corpus).map((test) => [test.id, test]));
    const clones = testsOf(corpus).filter((test) => test.meta.cloned_from);
    expect(clones.length / 11_366).toBeCloseTo(0.18, 2);
    for (const clone of nonEmpty(clones)) {
      const original = byId.get(textOf(clone, "cloned_from")) as Artifact;
      const own = [
        "quality_area",
        "release",
        "interface",
        "procedure",
        "failure_condition",
        "deployment",
        "parameter",
        "execution_context",
      ].filter((key) => clone.meta[key] !== original.meta[key]);
      expect(own).toEqual([clone.meta.differs_in]);
    }
  });

  it("repeats the steps of an original word for word in a near-duplicate of another quality area", () => {
    const byId = new Map(testsOf(corpus).map((test) => [test.id, test]));
    const clones = testsOf(corpus).filter((test) => test.meta.differs_in === "quality_area");
    const steps = ({ text }: Artifact) => text.split("\n").filter((line) => /^\d+\. /.test(line));
    for (const clone of nonEmpty(clones))
      expect(steps(clone)).toEqual(steps(byId.get(textOf(clone, "cloned_from")) as Artifact));
  });

  it("contains no cycle", () => {
    const parents = new Map<string, string[]>();
    for (const { sourceId, targetId } of corpus.links.filter(({ kind }) => kind === "contains"))
      parents.set(targetId, [...(parents.get(targetId) ?? []), sourceId]);
    const depth = (id: string, seen: readonly string[]): number => {
      expect(seen).not.toContain(id);
      return 1 + Math.max(0, ...(parents.get(id) ?? []).map((parent) => depth(parent, [...seen, id])));
    };
    const depths = [...parents.keys()].map((id) => depth(id, []));
    expect(Math.max(...depths)).toBeGreaterThanOrEqual(4);
  });
});

describe("synthetic telecom corpus", () => {
  it("is the same byte for byte for equal seeds, and another for another seed", () => {
    const again = generateTelecomCorpus({ seed: 7 });
    expect(JSON.stringify(again)).toBe(JSON.stringify(full.get(7)));
    expect(full.get(8)?.hash).not.toBe(full.get(7)?.hash);
  });

  it("keeps its structure at scale 0.02, down to the exact number of links", () => {
    const corpus = generateTelecomCorpus({ seed: 7, scale: 0.02 });
    const description = describeCorpus(corpus);
    expect(description.byRole.test_case).toBe(227);
    expect(description.traceLinks).toBe(304);
    expect(Object.keys(description.backlogBySubtype)).toHaveLength(6);
    expect(description.testsWithoutBacklog).toBeGreaterThan(0);
    expect(description.backlogWithoutTests).toBeGreaterThan(0);
    for (const role of ["containment", "membership", "message_coverage", "protocol_coverage", "reference"])
      expect(description.linksByRole[role], role).toBeGreaterThan(0);
    expect(testsOf(corpus).some((test) => test.meta.cloned_from)).toBe(true);
  });

  it.each([0.01, 0.05, 0.3])("makes exactly its share of links at scale %d, whatever the seed", (scale) => {
    for (const seed of [1, 2, 3])
      expect(linkedPairs(generateTelecomCorpus({ seed, scale })).size).toBe(Math.round(15_222 * scale));
  });

  it.each([0, 0.009, 1.01, Number.NaN])("refuses scale %d", (scale) => {
    expect(() => generateTelecomCorpus({ seed: 1, scale })).toThrow(expect.objectContaining({ code: "corpus" }));
  });
});
