import { expect, it } from "vitest";
import { probeGuards } from "../../../agent/guards/probe.ts";

it("finds both guards at work", async () => {
  await expect(probeGuards({ labels: [], relationships: [] })).resolves.toBeUndefined();
});
