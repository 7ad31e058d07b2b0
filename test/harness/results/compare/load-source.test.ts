import { expect, it } from "vitest";
import { runOnCsv } from "../../cli/run-on-csv.ts";

it.each([
  ["a,b\n1,2\n", 'table.csv is nothing that can be compared\n  it begins with "a,b"'],
  ["\u001b[31mred", 'it begins with "\\u001b[31mred"'],
  ["", "it is empty"],
])("says of a file that holds %j what it is, and looks for no run of its name", async (text, message) => {
  const { code, errors } = await runOnCsv(text, ["compare", "$CSV", "latest", "--gate"]);
  expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
});

it("says that a file is missing", async () => {
  const { code, errors } = await runOnCsv("", ["compare", "before.csv", "latest"]);
  expect([code, errors]).toEqual([1, expect.stringMatching(/there is no file \S+before\.csv/)]);
});
