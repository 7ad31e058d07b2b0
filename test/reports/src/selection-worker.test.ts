import { buildSync } from "esbuild";
import { expect, it } from "vitest";

it("needs nothing of Node: what it reaches of the instrument runs in a browser", () => {
  const build = () =>
    buildSync({
      entryPoints: ["reports/src/selection/worker.ts"],
      alias: { "csv-stringify/sync": "csv-stringify/browser/esm/sync" },
      ...{ bundle: true, write: false, logLevel: "silent", format: "esm", platform: "browser" },
    });
  expect(build).not.toThrow();
});
