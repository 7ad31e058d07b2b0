import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const MODULE = pathToFileURL("base/without-tiers.ts").href;

/** Calls a function of WebAssembly, first within `withoutTiers` and another one after it, and says which of the two V8 made faster. */
const PROGRAM = `
  const { withoutTiers } = await import(${JSON.stringify(MODULE)});
  // Each of bytes of its own, or V8 takes one's code for another: (func (export "f") (param i32) (result i32) (i32.add (local.get 0) (i32.const C)))
  const make = (constant) => {
    const bytes = [0,97,115,109,1,0,0,0,1,6,1,96,1,127,1,127,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,32,0,65,constant,106,11];
    return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports.f;
  };
  const call = (f) => { for (let at = 0; at < 10_000; at++) f(at); };
  const [within, nested, after] = [make(1), make(2), make(3)];
  await withoutTiers(async () => {
    call(within);
    await withoutTiers(async () => undefined);
    call(nested);
  });
  call(after);
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const f of [within, nested, after]) call(f);
  console.log(JSON.stringify([within, nested, after].map((f) => %IsTurboFanFunction(f))));`;

it.each([
  ["what is called for the first time within it", [], [false, false, true]],
  ["nothing at all where the process was started so", ["--liftoff-only"], [false, false, false]],
])("%s is never made faster", async (_what, given, faster) => {
  const flags = ["--allow-natives-syntax", "--wasm-tiering-budget=100", "--input-type=module"];
  const { stdout } = await promisify(execFile)(process.execPath, [...given, ...flags, "--eval", PROGRAM], {
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  expect(JSON.parse(stdout)).toEqual(faster);
});
