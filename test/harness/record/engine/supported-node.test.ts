import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPromised, promisedNode } from "../../../../harness/record/engine/supported-node.ts";

const RANGE = "^20.19.0 || ^22.13.0 || >=24.0.0";

describe("the versions of Node that are promised", () => {
  it.each([
    ["20.18.3", false],
    ["20.19.0", true],
    ["20.20.2", true],
    ["21.7.3", false],
    ["22.12.0", false],
    ["22.13.0", true],
    ["23.11.0", false],
    ["24.0.0", true],
    ["26.1.0", true],
  ])("%s: %s", (version, expected) => {
    expect(isPromised(version, RANGE)).toBe(expected);
  });

  it("are ones that every package takes, but those left out where they do not fit, and the queue's, which says so", () => {
    const lock = JSON.parse(readFileSync(new URL("../../../../package-lock.json", import.meta.url), "utf8")) as {
      packages: Record<string, { engines?: { node?: string }; optional?: boolean }>;
    };
    const least = promisedNode()
      .split("||")
      .map((part) => part.replace(/[^\d.]/g, ""));
    const refusing = Object.entries(lock.packages).filter(
      ([, { engines, optional }]) =>
        engines?.node !== undefined && !optional && !least.every((version) => takes(engines.node as string, version)),
    );
    expect(refusing.map(([path, { engines }]) => `${path} ${engines?.node}`)).toEqual([
      "node_modules/pg-boss >=22.12.0",
    ]);
  });
});

/** Ranges as packages write them: `>=18`, `^20.19.0 || >=22.12`, `>= 14 || 16`, `18 || 20 || >=22`, `>=14 <25`. */
function takes(range: string, version: string): boolean {
  return range.split("||").some((part) => {
    const bounds = part
      .trim()
      .replace(/([<>=^~]+)\s+/g, "$1")
      .split(/\s+/);
    return bounds.every((bound) => {
      if (bound === "*" || bound === "") return true;
      if (bound.startsWith("<")) return !isPromised(version, `>=${bound}`);
      return isPromised(version, bound.startsWith(">") ? bound : `^${bound}`);
    });
  });
}
