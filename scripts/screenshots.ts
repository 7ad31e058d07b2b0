/**
 * Pictures of every page of a run's report, in light, dark and 400 pixels wide.
 *
 *     node --import tsx scripts/screenshots.ts <run folder> <folder for the pictures>
 */
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { argumentsOf } from "./arguments.ts";
import { type Look, takePictures } from "./pictures.ts";

const LOOKS: readonly Look[] = [
  { name: "light", colorScheme: "light", width: 1240 },
  { name: "dark", colorScheme: "dark", width: 1240 },
  { name: "narrow", colorScheme: "light", width: 400 },
];

const [run, folder] = argumentsOf(import.meta.filename, {}).positionals;
if (!run || !folder) throw new Error("expected a run and a folder for the pictures: --help");
const report = join(resolve(run), "report");
const pictures = { pages: await listPages(report), looks: LOOKS, folder: resolve(folder) };
for (const path of await takePictures(report, pictures)) console.log(path);

async function listPages(report: string): Promise<{ name: string; address: string }[]> {
  const pages = (await readdir(report)).filter((name) => name.endsWith(".html")).sort();
  const executions = (await readdir(join(report, "data", "executions"))).sort();
  const one = executions[Math.floor(executions.length / 4)]?.replace(/\.json$/, "");
  return [
    ...pages.map((address) => ({ name: address.replace(/\.html$/, ""), address })),
    ...(one ? [{ name: "execution", address: `executions.html?id=${encodeURIComponent(one)}` }] : []),
  ];
}
