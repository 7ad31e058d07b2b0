import { POLICIES, type PolicyName, type PolicyTexts } from "../../agent/knowledge/policies.ts";

/** One thing that a policy says and that can be left out. */
export interface PolicyRule {
  policy: PolicyName;
  /** A bullet's lead, `route: <kind>` for a row of the routing table, `shape` for the example of an answer. */
  name: string;
  /** As it stands in the policy's file. */
  text: string;
}

/** Every bullet with a bold lead, every row of the routing table, and the fenced example, in the order of the files. */
export function rulesOf({ policies }: PolicyTexts): PolicyRule[] {
  return POLICIES.flatMap((policy) => {
    const text = policies[policy];
    const bullets = [...text.matchAll(/^- \*\*(.+?)\.?\*\* .*\n?/gm)];
    const routes = [...text.matchAll(/^\| (\w+) \| ".*\n?/gm)];
    const shapes = [...text.matchAll(/^```\n[\s\S]*?^```\n?/gm)];
    return [
      ...bullets.map(([whole, lead = ""]) => ({ policy, name: lead.toLowerCase(), text: whole })),
      ...routes.map(([whole, kind = ""]) => ({ policy, name: `route: ${kind}`, text: whole })),
      ...shapes.map(([whole]) => ({ policy, name: "shape", text: whole })),
    ];
  });
}

/** The policies without that rule. */
export function withoutRule(texts: PolicyTexts, { policy, text }: PolicyRule): PolicyTexts {
  return { ...texts, policies: { ...texts.policies, [policy]: texts.policies[policy].replace(text, () => "") } };
}
