import { expect, it } from "vitest";
import { probeGuards } from "../../../agent/guards/probe.ts";
import { QueryFailed } from "../../../db/ports/ports.ts";

const graph = { dialect: "age", schema: async () => ({ labels: [], relationships: [] }) } as const;

it("finds both guards at work, and a store that refuses a write", async () => {
  const refusing = { ...graph, cypher: () => Promise.reject(new QueryFailed("read only")) };
  await expect(probeGuards(refusing)).resolves.toBeUndefined();
});

it("throws when the store takes a write", async () => {
  await expect(probeGuards({ ...graph, cypher: async () => [] })).rejects.toThrow("Nothing may run on it");
});
