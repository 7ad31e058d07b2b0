import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { describeProcess, isGone, ownName } from "../../base/process-name.ts";

/** The name of another process, which is alive, with another start: as one has it whose number was given again. */
const parts = ownName().split("-");
const named = ({ pid = process.ppid, start = "0123456789abcdef" } = {}) => [pid, parts[1], start, parts[3]].join("-");
/** Names of another process are made by it; this is how one can ask it. */
const nameOfAnother = (then: string) =>
  spawnSync(process.execPath, ["--input-type=module", "-e", `${MODULE} console.log(ownName()); ${then}`], {
    encoding: "utf8",
    cwd: new URL("../..", import.meta.url),
  }).stdout.trim();
const MODULE = 'import { isGone, ownName } from "./base/process-name.ts";';

it("of this process are alive, of one that has ended gone", () => {
  expect(isGone(ownName())).toBe(false);
  expect(isGone(nameOfAnother(""))).toBe(true);
});

it("of this process are alive for another one, under a zone of its own", () => {
  expect(nameOfAnother(`console.log(isGone(${JSON.stringify(ownName())}));`).split("\n")[1]).toBe("false");
});

it("are gone where another process has the number since, after a restart of the machine too", () => {
  expect(isGone(named())).toBe(true);
  expect(isGone(named({ pid: process.pid }))).toBe(true);
});

it("of older versions are judged by their number alone, those of other machines never", () => {
  expect(isGone(named({ start: "19ac0ffee42" }))).toBe(false);
  expect(isGone([process.ppid, parts[1], parts[3]].join("-"))).toBe(false);
  expect(isGone([2_147_483_646, parts[1], parts[3]].join("-"))).toBe(true);
  expect(isGone(named().replace(`-${parts[1]}-`, "-00000000-"))).toBe(false);
  expect(describeProcess(ownName())).toBe(`process ${process.pid} on this machine`);
});
