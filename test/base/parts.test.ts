import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ownPackage } from "../../base/own-package.ts";
import {
  installedPackages,
  isInstalled,
  MissingPart,
  type OptionalPart,
  PARTS,
  partNotFound,
} from "../../base/parts.ts";

const parts = Object.keys(PARTS) as OptionalPart[];
const names = parts.flatMap((part): readonly string[] => PARTS[part].packages);

describe("parts of an installation", () => {
  it("are the optional peers of package.json, each in one part, pinned for who works on the code", () => {
    const { peerDependenciesMeta } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect([...names, "vitest"].sort()).toEqual(Object.keys(peerDependenciesMeta).sort());
    expect(names.filter((name) => !/^\d/.test(ownPackage().devDependencies[name] ?? ""))).toEqual([]);
    expect(names.filter((name) => name in ownPackage().dependencies)).toEqual([]);
  });

  it("are all there in a checkout, with the versions that it pins", () => {
    expect(parts.filter((part) => !isInstalled(part))).toEqual([]);
    const pinned = ownPackage().devDependencies;
    expect(installedPackages()).toEqual(Object.fromEntries(names.map((name) => [name, pinned[name]])));
  });

  it("say in one sentence what they are for", () => {
    expect(new MissingPart("pdf").message).toBe("PDF files need packages that are not installed");
  });

  it("are told from what is missing by a fault of ours", () => {
    const error = (name: string) =>
      Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), { code: "ERR_MODULE_NOT_FOUND" });
    // All are installed here: then it is the package that is broken.
    expect(partNotFound(error("vega"))).toBeNull();
    expect(partNotFound(error("left-pad"))).toBeNull();
    expect(partNotFound(new Error("Cannot find package 'vega'"))).toBeNull();
  });
});
