import { ownPackage } from "../../../base/own-package.ts";

/** The versions of Node that package.json promises: `^20.19.0 || >=24.0.0`. */
export function promisedNode(): string {
  return ownPackage().engines.node;
}

/** Whether a version is one of a range of `^a.b.c` and `>=a.b.c`. */
export function isPromised(version: string, range = promisedNode()): boolean {
  const found = numbersOf(version);
  return range.split("||").some((part) => {
    const least = numbersOf(part);
    return isAtLeast(found, least) && (part.includes(">=") || found[0] === least[0]);
  });
}

function numbersOf(text: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
}

function isAtLeast(found: readonly number[], least: readonly number[]): boolean {
  for (const [index, number] of least.entries()) {
    const difference = (found[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
