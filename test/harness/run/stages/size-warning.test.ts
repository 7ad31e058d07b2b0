import { expect, it } from "vitest";
import { warnOfSize } from "../../../../harness/run/stages/size-warning.ts";

const EMBEDDED = { type: "embedded" } as const;
const SERVER = { type: "postgres", urlEnv: "URL", prefix: "scopebench" } as const;

function saidOf(size: number, database: typeof EMBEDDED | typeof SERVER): string[] {
  const lines: string[] = [];
  warnOfSize({ artifacts: { length: size } }, { database }, (line) => lines.push(line));
  return lines;
}

it("says before a large corpus is put into the embedded database what it costs, and what to do", () => {
  expect(saidOf(200_000, EMBEDDED)).toEqual([
    expect.stringMatching(/200,000 artifacts.*5 minutes.*--database postgres/),
  ]);
});

it("says nothing of one that fits, nor where there is a server", () => {
  expect([saidOf(50_000, EMBEDDED), saidOf(200_000, SERVER)]).toEqual([[], []]);
});
