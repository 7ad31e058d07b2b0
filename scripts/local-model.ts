/**
 * Records a real, tiny model (examples/local-model, which must be running) at every place where a run asks one: agents,
 * judge, probes of the judge, preferences, enrichment, `setup model try`. The tests replay it (test/scripts/local-model).
 *
 *   node --import tsx scripts/local-model.ts --address http://127.0.0.1:8080/v1 [phase ...]
 */
import { join } from "node:path";
import { $, fs } from "zx";
import { withScratchFolder } from "../base/whole-folder.ts";
import { argumentsOf } from "./arguments.ts";
import { startRecorder } from "./local-model/exchanges.ts";
import { exchangesOf, PHASES, writeBench } from "./local-model/phases.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  address: { type: "string", default: "http://127.0.0.1:8080/v1" },
  /** Kept for further phases, which go on from its run. */
  folder: { type: "string" },
});

if (values.folder === undefined) await withScratchFolder("local-model", record);
else await record(values.folder);

async function record(folder: string): Promise<void> {
  const recorder = await startRecorder(values.address);
  try {
    await fs.ensureDir(folder);
    await writeBench(folder, recorder.url);
    const wanted = PHASES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    for (const { name, command } of wanted) {
      const startedAt = performance.now();
      await scopebench(command(recorder.url), folder);
      const exchanges = recorder.take();
      if (exchanges.length > 0)
        await fs.writeFile(exchangesOf(name), exchanges.map((each) => `${JSON.stringify(each)}\n`).join(""));
      console.log(`${name}: ${exchanges.length} exchanges in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
  } finally {
    await recorder.close();
  }
}

async function scopebench(words: readonly string[], cwd: string): Promise<void> {
  const bin = join(import.meta.dirname, "../harness/scopebench.mjs");
  await $({ cwd, stdio: "inherit", nothrow: true })`${process.execPath} ${bin} --trust ${words}`;
}
