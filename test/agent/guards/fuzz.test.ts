import { expect, it } from "vitest";
import { fuzzGuards } from "../../../scripts/fuzz-guards/fuzz.ts";
import { openTelecom } from "../../../scripts/fuzz-guards/telecom.ts";

const NOTHING = { writes: [], leaks: [], crashes: [], disguises: [], lingering: [], stoppedByRole: [] };

it("of 1,100 statements of a fixed seed none writes, reads a secret, calls what is not allowed or breaks the tool", async () => {
  const substrate = await openTelecom(process.env.SCOPEBENCH_CACHE!);
  try {
    const options = {
      seed: 7,
      counts: { sql: 300, cypher: 200, families: 600 },
      analyst: substrate.sql,
      timeoutMs: 500,
      checkEvery: 250,
    };
    const report = await fuzzGuards(substrate, options);
    expect(report).toMatchObject({ statements: 1100, ...NOTHING });
    expect(report.refused).toBeGreaterThan(200);
    expect(report.accepted).toBeGreaterThan(60);
    expect(report.succeeded).toBeGreaterThan(20);
  } finally {
    await substrate.close();
  }
});
