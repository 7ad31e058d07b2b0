import { beforeAll, describe, expect, it } from "vitest";
import { findIds } from "../../base/ids.ts";
import type { Corpus } from "../../db/ports/corpus.ts";
import { readCorpusFolder } from "../../import/folder/jsonl.ts";
import { ORDINARY_TEXT } from "../../import/folder/ordinary-text.ts";
import { describeUnless } from "../left-out.ts";
import { nonEmpty } from "../non-empty.ts";
import { sharedPath } from "../shared.ts";

const EXPECTED = {
  openconfig: {
    artifacts: 3_906,
    links: 10_721,
    roles: {
      change_request: "backlog_item",
      component: "protocol",
      component_path: "message",
      rpc: "message",
      test_case: "test_case",
    },
    kinds: {
      "change-test": { role: "reference", inverse: true },
      "path-root": { role: "membership" },
      "test-area": { role: "protocol_coverage" },
      "test-covers-path": { role: "message_coverage" },
      "test-covers-rpc": { role: "message_coverage" },
    },
  },
  onap: {
    artifacts: 2_093,
    links: 1_644,
    roles: {
      change_request: "backlog_item",
      requirement: "backlog_item",
      requirement_change: "backlog_item",
      test_case: "test_case",
    },
    kinds: {
      "change-test": { role: "reference", inverse: true },
      "change-test-derived": { role: "reference", inverse: true },
      "requirement-test": { role: "reference", inverse: true },
    },
  },
  libest: {
    artifacts: 87,
    links: 664,
    roles: { requirement: "backlog_item", source_code: "other", test_case: "test_case" },
    kinds: { "requirement-test": { role: "reference", inverse: true } },
  },
  ebt: {
    artifacts: 116,
    links: 242,
    roles: { requirement: "backlog_item", source_code: "other", test_case: "test_case" },
    kinds: { "requirement-test": { role: "reference", inverse: true } },
  },
} as const;

const present = sharedPath("data", "openconfig") !== null;

describeUnless(present ? null : "corpora beside the checkout", "real corpora", () => {
  describe.each(Object.entries(EXPECTED))("%s", (name, expected) => {
    let corpus: Corpus;
    beforeAll(async () => {
      corpus = await readCorpusFolder(sharedPath("data", name) as string);
    });

    it("is read with every artifact and link", () => {
      const { artifacts, links, mapping } = corpus;
      expect({ artifacts: artifacts.length, links: links.length }).toEqual({
        artifacts: expected.artifacts,
        links: expected.links,
      });
      expect(Object.fromEntries(Object.entries(mapping.artifactTypes).map(([type, { role }]) => [type, role]))).toEqual(
        expected.roles,
      );
      expect(mapping.linkKinds).toEqual(expected.kinds);
    });

    it("has id patterns that find at least 99 % of each role's ids in prose and nothing in ordinary text", () => {
      const { artifacts, mapping } = corpus;
      for (const role of nonEmpty(new Set(mapping.idPatterns.map((entry) => entry.role)))) {
        const ids = artifacts.filter(({ type }) => mapping.artifactTypes[type]?.role === role).map(({ id }) => id);
        const found = ids.filter((id) => findIds(`as ${id}, and`, mapping.idPatterns)[0] === id);
        expect(found.length / ids.length, role).toBeGreaterThanOrEqual(0.99);
      }
      expect(findIds(ORDINARY_TEXT, mapping.idPatterns)).toEqual([]);
    });

    it("notes each guess and each kind that takes no part", () => {
      const { notes, mapping } = corpus;
      const guesses = Object.keys(mapping.artifactTypes).length * 2 + Object.keys(mapping.linkKinds).length;
      expect(notes.filter((note) => note.startsWith("guessed"))).toHaveLength(guesses);
      // Of onap, one kind of link has no role; of two others, a kind of artifact and its links.
      const without = name === "onap" ? 1 : Object.hasOwn(expected.roles, "source_code") ? 2 : 0;
      expect(notes.length - guesses).toBe(without);
    });
  });

  it("lets through what openconfig says about changes that name or add a linked test", async () => {
    const { artifacts } = await readCorpusFolder(sharedPath("data", "openconfig") as string);
    const changes = artifacts.filter(({ type }) => type === "change_request");
    for (const key of ["mentions_linked_plan_id", "names_linked_directory", "adds_test"])
      expect(
        changes.every(({ meta }) => key in meta),
        key,
      ).toBe(true);
  });
});
