import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What `package.json` says of this package. */
export interface OwnPackage {
  version: string;
  engines: { node: string };
  dependencies: Record<string, string>;
  /** Pinned, those of optional parts too. */
  devDependencies: Record<string, string>;
}

/** The folder of `package.json`: the checkout, or the installed package, whose compiled code lies a folder deeper. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

export function ownPackage(): OwnPackage {
  return JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
}
