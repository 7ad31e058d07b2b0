import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import type { SourceSettings } from "../../../../agent/contract/contract.ts";
import { makeSourcesGraph } from "../../../../agent/workflows/sources/graph.ts";
import type { SourceParts } from "../../../../agent/workflows/sources/parts.ts";
import { nonEmpty } from "../../../non-empty.ts";

const DESCRIBED = { container: "space", language: "words", filters: [], hasPhrases: true, isStandIn: true } as const;
const SOURCES: SourceParts["sources"] = [
  { ...DESCRIBED, name: "wiki", kind: "wiki", items: ["page"] },
  { ...DESCRIBED, name: "chat", kind: "chat", items: ["message"] },
];
const SETTINGS: SourceSettings = {
  ...{ validation: "off", factCheck: "off" },
  ...{ rounds: 3, items: 10, pages: 1, opened: 1 },
};
const ITEM = { source: "wiki", type: "page", title: "T", author: "A", date: "2026-01-01" };

type Said = (role: string, said: string) => string;

/** A graph whose model says what it is told to, over sources that hold one page. */
function graphOf(says: Said, settings: Partial<SourceSettings> = {}, answer = "1. x") {
  const calls: { tool: string; args: Record<string, unknown> }[] = [];
  const asked: { role: string; said: string }[] = [];
  const graph = makeSourcesGraph({
    sources: SOURCES,
    settings: { ...SETTINGS, ...settings },
    ask: async (role, said) => {
      asked.push({ role, said });
      return says(role, said);
    },
    async call(tool, args) {
      const index = calls.push({ tool, args }) - 1;
      const rows = args.source === "wiki" ? [{ ...ITEM, id: "P1", text: "Ibis is in Graz." }] : [];
      const content = JSON.stringify({ requests: 1, truncated: false, rows });
      return new ToolMessage({ content, name: tool, tool_call_id: `c${index}`, artifact: { index, turn: 0 } });
    },
    answer: async () => [new AIMessage(answer)],
    elapsedMs: () => 0,
  });
  const run = async (question = "Where is Ibis?") => graph.invoke({ messages: [new HumanMessage(question)] });
  return { run, calls, asked };
}

const BOTH: Said = (role) => (role === "chooser" ? "Sources: wiki, chat" : "Keywords: Ibis; `Graz`");

describe("the graph over live sources", () => {
  it("searches a set of sources at once, opens the first item, and logs each with its keywords", async () => {
    const once: Said = (role, said) =>
      role === "chooser"
        ? said.includes("Found so far: nothing")
          ? "Sources: wiki, chat"
          : "Sources: none"
        : BOTH(role, said);
    const { run, calls } = graphOf(once);
    const { steps } = await run();
    expect(steps.map(({ node, source }) => source ?? node)).toEqual(
      "validate,choose,wiki,chat,choose,answer,check".split(","),
    );
    expect(steps[2]).toMatchObject({ keywords: ["Ibis", "Graz"], ids: ["P1"], requests: 2, truncated: false });
    expect(calls.map(({ tool, args }) => `${tool} ${args.source}`).toSorted()).toEqual(
      ["source_search chat", "source_search wiki", "source_open wiki"].toSorted(),
    );
  });

  it("never uses a keyword again, however it is written, and ends when none is new", async () => {
    const again: Said = (role) => (role === "chooser" ? "Sources: wiki" : "Keywords: Ibis;  IBIS ; ibis");
    const { run, calls } = graphOf(again);
    const { steps } = await run();
    expect(calls.filter(({ tool }) => tool === "source_search")).toHaveLength(1);
    expect(steps.at(-3)).toMatchObject({ node: "choose", sources: [] });
  });

  it("searches a source again in its own branch with what it gave, as often as it may be refined", async () => {
    const refined: Said = (role, said) =>
      role === "chooser"
        ? "Sources: wiki"
        : said.includes("Ibis is in Graz")
          ? "Keywords: Ibis; Graz"
          : "Keywords: Ibis";
    const search = async (refinements: number) => {
      const { run, calls } = graphOf(refined, { rounds: 1, refinements });
      const { steps } = await run();
      return [steps.filter(({ node }) => node === "search"), calls.map(({ tool }) => tool)];
    };
    expect(await search(0)).toMatchObject([[{ keywords: ["Ibis"] }], ["source_search", "source_open"]]);
    // The third time nothing is new; the page that was opened is not opened again.
    const again = [{ keywords: ["Ibis", "Graz"], ids: ["P1"], requests: 3 }];
    expect(await search(5)).toMatchObject([again, ["source_search", "source_open", "source_search"]]);
  });

  it("opens as many items of a source as its own limit says, and of others as that of all", async () => {
    const opened = async (limits: SourceSettings["limits"]) => {
      const { run, calls } = graphOf(BOTH, { rounds: 1, limits });
      await run();
      return calls.filter(({ tool }) => tool === "source_open").length;
    };
    expect([await opened({ wiki: { opened: 0 } }), await opened({ chat: { opened: 0 } })]).toEqual([0, 1]);
  });

  it("stops at the limit of rounds", async () => {
    let n = 0;
    const always: Said = (role) => (role === "chooser" ? "Sources: wiki" : `Keywords: word${n++}`);
    const { run, calls } = graphOf(always, { rounds: 2 });
    await run();
    expect(calls.filter(({ tool }) => tool === "source_search")).toHaveLength(2);
  });

  it("takes an unreadable choice for all sources once, and no name that is no source's", async () => {
    const mumbled = graphOf((role) => (role === "chooser" ? "I would look around." : "Keywords: Ibis"));
    expect((await mumbled.run()).steps[1]).toMatchObject({ sources: ["wiki", "chat"], problem: expect.any(String) });
    const invented = graphOf((role) => (role === "chooser" ? "Sources: payroll, wiki" : "Keywords: Ibis"));
    expect((await invented.run()).steps[1]).toMatchObject({ sources: ["wiki"] });
  });

  it("hands keywords on as they are: what looks like a query stays a keyword", async () => {
    const hostile = 'Ibis" OR type = page; * AND NOT x; ~\\"';
    const { run, calls } = graphOf((role) => (role === "chooser" ? "Sources: wiki" : `Keywords: ${hostile}`));
    await run();
    const { args } = calls.find(({ tool }) => tool === "source_search")!;
    expect(args).toMatchObject({ match: "any", keywords: ['Ibis" OR type = page', "* AND NOT x", "~\\"] });
  });

  it("shows found texts as data on lines of their own, which no line break in them leaves", async () => {
    const { run, asked } = graphOf(BOTH);
    await run();
    const shown = asked.filter(({ said }) => said.includes("P1")).flatMap(({ said }) => said.split("\n"));
    for (const line of nonEmpty(shown.filter((each) => each.includes("Ibis is"))))
      expect(line).toMatch(/^- P1 \(wiki\) "T: Ibis is in Graz\."$/);
  });
});

describe("validation", () => {
  const fails: Said = (role, said) =>
    role === "validator" ? "Passed: no\nObservations: it asks for nothing" : BOTH(role, said);

  it("searches for nothing where it is strict and the question does not pass", async () => {
    const { run, calls } = graphOf(fails, { validation: "strict" });
    const { messages } = await run();
    expect(calls).toEqual([]);
    expect(messages.at(-1)!.text).toMatch(/^No supported recommendation: this is no question/);
    const german = await graphOf(fails, { validation: "strict", prompts: "de" }).run();
    expect(german.messages.at(-1)!.text).toMatch(/^No supported recommendation: das ist keine Frage/);
  });

  it("logs what was observed and goes on where it is relaxed", async () => {
    const { run, calls } = graphOf(fails, { validation: "relaxed" });
    expect((await run()).steps[0]).toMatchObject({ node: "validate", problem: "it asks for nothing" });
    expect(calls).not.toEqual([]);
  });
});

describe("the fact check", () => {
  const ANSWER = [
    "It is in Graz.",
    "## Recommended",
    "1. `P9` - invented [S1]",
    "2. `P1` - Ibis is in Graz [S2]",
    "## Sources",
    "- S1: [a](artifact://t?path=/a)",
    "- S2: [b](artifact://t?path=/b)",
  ].join("\n");

  it("withdraws what no result showed, and numbers the rest anew", async () => {
    const { run } = graphOf(BOTH, { factCheck: "lenient" }, ANSWER);
    const { messages, steps } = await run();
    expect(steps.at(-1)).toMatchObject({ node: "check", withdrawn: ["P9"] });
    expect(messages.at(-1)!.text).toContain("1. `P1` - Ibis is in Graz [S2]");
    expect(messages.at(-1)!.text).not.toContain("P9");
    expect(messages.at(-1)!.text).not.toContain("S1:");
  });

  it("keeps what a result showed under its id in other letters, or beside other marks", async () => {
    const supports: Said = (role, said) => (role === "checker" ? "Supported: **p1**" : BOTH(role, said));
    const answer = "It is in Graz.\n\n## Recommended\n- **`p1`** - Ibis is in Graz";
    for (const factCheck of ["lenient", "strict"] as const) {
      const { messages, steps } = await graphOf(supports, { factCheck }, answer).run();
      expect(steps.at(-1)).toMatchObject({ node: "check", withdrawn: [] });
      expect(messages.at(-1)!.text).toBe(answer);
    }
  });

  it("withdraws the whole answer where nothing is left, strictly by what the checker says", async () => {
    const denies: Said = (role, said) => (role === "checker" ? "Unsupported: P1" : BOTH(role, said));
    const { run } = graphOf(denies, { factCheck: "strict" }, ANSWER);
    expect((await run()).messages.at(-1)!.text).toMatch(/^No supported recommendation: nothing that is visible/);
    const german = await graphOf(denies, { factCheck: "strict", prompts: "de" }, ANSWER).run();
    expect(german.messages.at(-1)!.text).toMatch(/^No supported recommendation: nichts, was für dich sichtbar ist/);
  });
});
