import { expect, it } from "vitest";
import { assistantSchema } from "../../../../harness/record/config/assistant-schema.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { accessFrom, budgetsFrom } from "../../../../harness/run/interactive/assistant-access.ts";

const LOCAL = { tokenEnv: "TOKEN" };
const users = [
  { name: "ann", token_env: "ANN" },
  { name: "bob", token_env: "BOB", tenant: "b", role: "review" },
];
const TOKENS = { ANN: "a-token-long-enough", BOB: "another-token-long-enough" };

it("on this machine nobody is asked for anything; elsewhere a token, people or a proxy are needed", () => {
  const open = assistantSchema.parse({});
  expect(accessFrom(open, LOCAL, {})).toEqual({ users: [], proxy: null });
  expect(() => accessFrom(open, { ...LOCAL, address: "0.0.0.0" }, {})).toThrow("TOKEN is not set");
  expect(() => accessFrom(open, { ...LOCAL, hosts: ["scope.example"] }, {})).toThrow("TOKEN is not set");
  expect(accessFrom(open, { ...LOCAL, address: "0.0.0.0" }, { TOKEN: "t" }).users).toHaveLength(1);
  const proxy = { from: ["10.0.0.0/8"], user_header: "x-forwarded-user" };
  expect(accessFrom(assistantSchema.parse({ proxy }), { ...LOCAL, address: "0.0.0.0" }, {}).proxy).toMatchObject({
    ...{ tenant: "default", role: "ask", tenantHeader: null },
  });
});

it("people have tokens by the names of variables; all that is wrong is told, and no token", () => {
  const problems = (environment: Record<string, string>, people: object[] = users) => {
    try {
      return accessFrom(assistantSchema.parse({ users: people }), LOCAL, environment).users.map(
        (user) => user.principal,
      );
    } catch (error) {
      return (error as { problems: string[] }).problems;
    }
  };
  expect(problems(TOKENS)).toEqual([
    { name: "ann", tenant: "default", role: "ask" },
    { name: "bob", tenant: "b", role: "review" },
  ]);
  expect(problems({ BOB: "short" })).toEqual([
    "ANN: expected a token of 16 characters or more, found none",
    "BOB: expected a token of 16 characters or more, found 5",
  ]);
  expect(problems({ ANN: TOKENS.ANN, BOB: TOKENS.ANN })).toEqual(["BOB: another's token has the same value"]);
  const again = [...users, { name: "ann", token_env: "B2" }];
  expect(problems({ ...TOKENS, B2: "a-third-token-long-enough" }, again)).toEqual(["ann is named twice"]);
});

it.each([
  { proxy: { from: ["10.0.0.0/33"], user_header: "x-user" } },
  { proxy: { from: ["example.org"], user_header: "x-user" } },
  { proxy: { from: [], user_header: "x-user" } },
  { proxy: { from: ["10.0.0.1"], user_header: "X User" } },
  { users: [{ name: "*", token_env: "A" }] },
  { users: [{ name: "ann", token: "secret" }] },
  { session: { tokens: 0 } },
])("%j is refused", (value) => {
  expect(assistantSchema.safeParse(value).success).toBe(false);
});

it("a bound on cost needs the price of every model", () => {
  const session = assistantSchema.parse({ session: { cost_usd: 1 } });
  expect(budgetsFrom(session, configSchema.parse({})).session.costUsd).toBe(1);
  const model = { name: "m", provider: "openai", model: "m", context_window: 1000, api_key_env: "KEY" };
  const unpriced = configSchema.parse({ models: [model] });
  expect(() => budgetsFrom(session, unpriced)).toThrow("needs the price of every model");
  expect(budgetsFrom(assistantSchema.parse({}), unpriced).session.costUsd).toBeNull();
});
