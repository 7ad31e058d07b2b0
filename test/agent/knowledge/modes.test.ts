import { describe, expect, it } from "vitest";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { knowledgePrompt } from "../../../agent/knowledge/modes.ts";
import { KERNEL, POLICIES, readPolicies, SKILLS, skillFiles } from "../../../agent/knowledge/policies.ts";
import { estimateTokens } from "../../../agent/models/tokens.ts";
import { mergeReadings, readPolicyText } from "../../../agent/policy-models/reading/what-was-told.ts";
import { describeTools } from "../../../agent/tools/registry.ts";

const texts = readPolicies();
const skills = [...skillFiles(texts).values()];

describe("knowledge modes", () => {
  it("carry the same rules by three routes: inline, and kernel inline plus every skill", () => {
    const inline = readPolicyText(knowledgePrompt("prompt", texts).text);
    for (const mode of ["skill", "skill_meta"] as const) {
      const loaded = [knowledgePrompt(mode, texts).text, ...skills].map(readPolicyText).reduce(mergeReadings);
      expect([...loaded.rules.keys()].sort()).toEqual([...inline.rules.keys()].sort());
      expect(loaded.routes).toEqual(inline.routes);
      expect(loaded.shape).toEqual(inline.shape);
    }
  });

  it("have each policy's text whole and once, either inline or as a skill", () => {
    expect([...KERNEL, ...Object.keys(SKILLS)].sort()).toEqual([...POLICIES].sort());
    for (const name of POLICIES) {
      const text = texts.policies[name];
      expect(knowledgePrompt("prompt", texts).text.split(text)).toHaveLength(2);
      const elsewhere = [knowledgePrompt("skill", texts).text, ...skills].filter((part) => part.includes(text));
      expect(elsewhere).toHaveLength(1);
    }
  });

  it("give load-order guidance in skill_meta only, for every skill", () => {
    const order = (mode: "prompt" | "skill" | "skill_meta") =>
      readPolicyText(knowledgePrompt(mode, texts).text).loadOrder.map((entry) => entry.skill);
    expect([order("prompt"), order("skill")]).toEqual([[], []]);
    expect(order("skill_meta").sort()).toEqual(Object.keys(SKILLS).sort());
  });

  it("cost between 2,000 and 3,000 tokens inline, and less than a third of that before a skill is loaded", () => {
    const tokens = estimateTokens(knowledgePrompt("prompt", texts).text);
    expect(tokens).toBeGreaterThan(2_000);
    expect(tokens).toBeLessThan(3_000);
    expect(estimateTokens(knowledgePrompt("skill_meta", texts).text)).toBeLessThan(tokens / 3);
  });

  it("name only tools that exist", () => {
    const tools = new Set(describeTools(STUDY_LIMITS).map((tool) => tool.name));
    const { routes } = readPolicyText(texts.policies["tool-routing"]);
    expect(routes.length).toBeGreaterThanOrEqual(5);
    const named = [
      ...routes.flatMap((route) => [...route.start, ...route.after]),
      ...(texts.policies["tool-routing"].match(/`[a-z]+_[a-z_]+`/g) ?? []).map((name) => name.slice(1, -1)),
    ];
    expect(named.filter((name) => !tools.has(name) && !COLUMNS.has(name))).toEqual([]);
  });
});

/** In backticks, too, but columns of relations. */
const COLUMNS = new Set(["attributes"]);
