import { expect, it } from "vitest";
import { readPolicies } from "../../agent/knowledge/policies.ts";
import { readPolicyText } from "../../agent/policy-models/reading/what-was-told.ts";
import { rulesOf, withoutRule } from "../../scripts/policy-ablations/rules.ts";
import { nonEmpty } from "../non-empty.ts";

const shipped = readPolicies();

it("finds every rule that a policy model can read, each of which can be taken out alone", () => {
  const rules = rulesOf(shipped);
  for (const [policy, text] of nonEmpty(Object.entries(shipped.policies))) {
    const { rules: read, routes, shape } = readPolicyText(text);
    const own = rules.filter((rule) => rule.policy === policy).map(({ name }) => name);
    const expected = [...read.keys(), ...routes.map(({ kind }) => `route: ${kind}`), ...(shape ? ["shape"] : [])];
    expect(own.sort()).toEqual(expected.sort());
  }
  for (const rule of nonEmpty(rules)) {
    const left = rulesOf(withoutRule(shipped, rule)).map(({ policy, name }) => `${policy}/${name}`);
    expect(left).toHaveLength(rules.length - 1);
    expect(left).not.toContain(`${rule.policy}/${rule.name}`);
  }
});
