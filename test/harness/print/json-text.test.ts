import { expect, it } from "vitest";
import { jsonText } from "../../../harness/print/json-text.ts";
import { runCli } from "../cli/run-cli.ts";

it("members come out in snake_case at any depth; keys and values that are data stay as they are", () => {
  interface Shape {
    tokensIn: number;
    rows: { byName: Record<string, { cutOff: boolean | null }>; named: string }[];
  }
  const value: Shape = { tokensIn: 1, rows: [{ byName: { myModel: { cutOff: null } }, named: "tokensIn" }] };
  const names = { tokensIn: "tokens_in", byName: "by_name", cutOff: "cut_off" } as const;
  expect(JSON.parse(jsonText(value, names))).toEqual({
    tokens_in: 1,
    rows: [{ by_name: { myModel: { cut_off: null } }, named: "tokensIn" }],
  });
  // @ts-expect-error a member without its name
  jsonText(value, { tokensIn: "tokens_in", byName: "by_name" });
  // @ts-expect-error another name than the member's own
  jsonText(value, { ...names, cutOff: "cut" });
});

it("plan --json has no member in camel case", async () => {
  const { code, out, errors } = await runCli(["runs", "plan", "--limit", "2", "--json"], { cwd: "test" });
  expect(code, errors).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ...{ configurations: 18, scenarios: 2, executions: 36 },
    estimate: expect.arrayContaining([expect.objectContaining({ tokens_in: expect.any(Number) })]),
    detectable: expect.arrayContaining([expect.objectContaining({ metric: "pass", one_pair: null, all_pairs: null })]),
  });
  expect(out).not.toMatch(/"[a-z]+[A-Z]\w*":/);
});

it("plan counts one configuration and one scenario in the singular", async () => {
  const one = ["--models", "explorer", "--workflows", "react", "--knowledge", "prompt", "--limit", "1"];
  const { out } = await runCli(["runs", "plan", ...one], { cwd: "test" });
  expect(out.split("\n")[0]).toBe("1 configuration × 1 scenario × 1 = 1 execution");
});
