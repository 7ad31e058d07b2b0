import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as api from "../../../measure/api/metrics.ts";
import { nonEmpty } from "../../non-empty.ts";

it("every ranking metric that an engine computes is exported", () => {
  const engines = readFileSync("measure/metrics/engines.ts", "utf8");
  const computed = [...engines.matchAll(/^import \{ ([^}]+) \} from "\.\/ranking\/(?!found)/gm)].flatMap(([, names]) =>
    names!.split(", "),
  );
  expect(Object.keys(api)).toEqual(expect.arrayContaining(nonEmpty(computed)));
});
