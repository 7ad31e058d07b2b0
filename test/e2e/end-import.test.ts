import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { SOON_MS } from "../soon.ts";
import { scopebench } from "./cli-process.ts";

const COLUMNS = 200_000;

it(`an import of ${COLUMNS} columns ends soon after SIGTERM, whenever that comes, and leaves nothing`, async () => {
  const cwd = await mkdtemp(join(tmpdir(), "scopebench-end-import-"));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const row = (cell: (column: number) => string) => Array.from({ length: COLUMNS }, (_, n) => cell(n)).join();
  const rows = Array.from({ length: 20 }, (_, n) => `R-${n},title ${n},requirement,${row((c) => `v${c % 97} ${n}`)}\n`);
  await writeFile(join(cwd, "wide.csv"), [`id,title,type,${row((column) => `c${column}`)}\n`, ...rows].join(""));
  const waits: number[] = [];
  for (const afterMs of [1500, 4000]) {
    let told = 0;
    const { code } = await scopebench(["corpus", "import", "wide.csv", "--to", "corpus"], {
      cwd,
      onStart: (child) =>
        void sleep(afterMs).then(() => {
          told = performance.now();
          child.kill("SIGTERM");
        }),
    });
    // By the signal itself where no launcher stands between.
    expect([130, null]).toContain(code);
    waits.push(performance.now() - told);
  }
  expect(Math.max(...waits)).toBeLessThan(SOON_MS);
  expect(await readdir(cwd)).toEqual(["wide.csv"]);
});
