/**
 * Pictures of every page of a run's report, light and dark, 400 to 1920 pixels wide, and as it is printed.
 *
 *     node --import tsx scripts/screenshots.ts <run folder> <folder for the pictures>
 */
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { argumentsOf } from "./arguments.ts";
import { launchBrowser } from "./browser.ts";
import { looksAt, takePictures } from "./pictures/of-report.ts";

const [run, folder] = argumentsOf(import.meta.filename, {}).positionals;
if (!run || !folder) throw new Error("expected a run and a folder for the pictures: --help");
const report = join(resolve(run), "report");
const pictures = {
  pages: await listPages(report),
  looks: looksAt([400, 768, 1280, 1920]),
  folder: resolve(folder),
  launchBrowser,
};
for (const path of await takePictures(report, pictures)) console.log(path);

async function listPages(report: string): Promise<{ name: string; address: string }[]> {
  const pages = (await readdir(report)).filter((name) => name.endsWith(".html")).sort();
  const names = (await readdir(join(report, "data", "executions"))).map((file) => file.replace(/\.json$/, "")).sort();
  return [...pages.map((address) => ({ name: address.replace(/\.html$/, ""), address })), ...openedOnes(names)];
}

/** What opens on the page Executions: one of them, and it beside another configuration's at the same scenario. */
function openedOnes(names: string[]): { name: string; address: string }[] {
  const one = names[Math.floor(names.length / 4)];
  if (one === undefined) return [];
  const address = `executions.html?id=${encodeURIComponent(one)}`;
  const scenario = one.split("__").slice(3).join("__");
  const other = names.findLast((name) => name !== one && name.endsWith(`__${scenario}`));
  const beside = other && [{ name: "beside", address: `${address}&with=${encodeURIComponent(other)}` }];
  return [{ name: "execution", address }, ...(beside || [])];
}
