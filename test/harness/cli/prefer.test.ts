import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import type { PreferenceSummary } from "../../../harness/judge/preferences/summarize.ts";
import { runPath } from "../../../harness/record/run-directory/paths.ts";
import { type ChatRequest, startChatServer } from "../judge/judges/loopback-chat.ts";
import { fixtureContext } from "../run/stages/context.ts";
import { runCli } from "./run-cli.ts";

const PAIR = ["explorer__react__prompt", "sprinter__react__prompt"];

it("`prefer` counts a win only when it survives the swap, shows nobody's name, and asks nothing twice", async () => {
  let preferred: (request: ChatRequest) => string = longer;
  let up = false;
  await using server = await startChatServer((request, index) =>
    up || index % 5 > 0
      ? { type: "form", form: { reasoning: "It says more.", preferred: preferred(request) } }
      : { type: "status", status: 503, retryAfterMs: 1 },
  );
  const link = { provider: "openai", model: "judge-1", base_url: server.baseUrl, max_retries: 0 };
  await using context = await fixtureContext([], {
    primary: { type: "llm", chain: [link] },
    calibration: { type: "llm", chain: [{ ...link, model: "judge-2" }] },
  });
  const { runDirectory } = context;
  await writeFile(runPath(runDirectory, "config"), JSON.stringify(context.config));
  const prefer = async (...more: string[]) => {
    const run = await runCli(["judge", "prefer", runDirectory, ...PAIR, "--json", ...more], { cwd: runDirectory });
    expect(run.code, run.errors).toBe(0);
    return JSON.parse(run.out) as PreferenceSummary;
  };

  expect((await prefer()).blocked).toBeGreaterThan(0);
  up = true;
  const mended = await prefer();
  expect(mended).toMatchObject({ blocked: 0, followed_place: 0 });
  expect(mended.wins + mended.losses + mended.ties).toBe(mended.scenarios);
  expect(mended.wins + mended.losses).toBeGreaterThan(2);
  const asked = server.requests.length;
  expect(await prefer()).toEqual(mended);
  expect(server.requests).toHaveLength(asked);
  expect(JSON.stringify(server.requests.map(({ body }) => body.messages))).not.toMatch(/explorer|sprinter|judge-[12]/);

  preferred = () => "first";
  const biased = await prefer("--judge", "calibration");
  expect(biased).toMatchObject({
    wins: 0,
    losses: 0,
    ties: biased.scenarios,
    followed_place: biased.scenarios,
    preference: 0,
    p: null,
  });
});

it("`prefer` names the run's configurations where one is unknown", async () => {
  await using context = await fixtureContext([]);
  const { code, errors } = await runCli(["judge", "prefer", context.runDirectory, PAIR[0]!, "nobody"], {
    cwd: context.runDirectory,
  });
  expect(code).toBe(1);
  expect(errors).toContain("explorer__plan_execute__skill");
});

/** The longer one of the two answers, whichever place it has. */
function longer({ body }: ChatRequest): "first" | "second" | "tie" {
  const text = JSON.stringify(body.messages);
  const [first, second] = ["FIRST", "SECOND"].map(
    (place) => new RegExp(`${place} RESPONSE(.*?)[0-9a-f]{16}>>>`, "s").exec(text)![1]!.length,
  );
  return first === second ? "tie" : first! > second! ? "first" : "second";
}
