import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compareText } from "../../base/text-order.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface DocumentPage {
  /** From the checkout's root, with slashes. */
  path: string;
  text: string;
}

/** Pages that state figures: the README, and what stands in the documentation's folders. The API's reference is generated. */
export function documentationPages(): DocumentPage[] {
  const folders = ["design", "docs"].map((name) => join(ROOT, name)).filter((folder) => existsSync(folder));
  const inFolders = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return [join(ROOT, "README.md"), ...inFolders]
    .filter((path) => path.endsWith(".md") && !path.includes(join("design", "api")))
    .sort(compareText)
    .map((path) => ({ path: relative(ROOT, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }));
}
