import { expect, it } from "vitest";
import { ingestLines } from "../../../../harness/run/stages/ingest-lines.ts";

it("names each step as it begins, and says every five seconds how far it is and how long it will take", () => {
  const lines: string[] = [];
  let now = 0;
  const tell = ingestLines(
    (line) => lines.push(line),
    () => now,
  );
  tell("canonical", 0, 4000);
  for (now = 1000; now <= 10_000; now += 1000) tell("canonical", now / 10, 4000);
  tell("canonical", 1, 1);
  tell("chunks", 1, 3);
  expect(lines).toEqual([
    "ingest: canonical",
    "ingest: canonical 500/4,000 12 %  ETA 0:35",
    "ingest: canonical 1,000/4,000 25 %  ETA 0:30",
    "ingest: chunks",
  ]);
});
