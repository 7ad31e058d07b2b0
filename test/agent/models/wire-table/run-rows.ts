import { expect, it } from "vitest";
import { reasonOfCode } from "../../../../agent/contract/failure-reasons.ts";
import { type Protocol, type Row, USUAL } from "./row.ts";
import { casesOf, runCase } from "./run-row.ts";

/** A test for each form in which a row's answer is sent; for the first `forms` of them where that is given. */
export function runRows(protocol: Protocol, rows: readonly Row[], forms?: number): void {
  const cases = rows.flatMap(({ sent, ...row }) =>
    casesOf(protocol, sent)
      .slice(0, forms)
      .map((each) => ({ ...row, each, how: each.streamed ? "streamed" : "whole" })),
  );
  // Each is alone with a transport of its own; those of broken frames wait for a retry.
  it.concurrent.each(cases)("$field: $variant, $how", async ({ each, expected }) => {
    const outcome = await runCase(protocol, each);
    if ("error" in expected) {
      expect(reasonOfCode(expected.error)).not.toBe("unknown");
      expect(outcome).toMatchObject({ error: expected.error, retried: expected.retried });
      if (expected.message) expect((outcome as { message?: string }).message).toMatch(expected.message);
    } else expect(outcome).toEqual({ ...USUAL, ...expected });
  });
}
