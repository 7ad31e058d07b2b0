import { afterAll, beforeAll } from "vitest";
import { SOURCE_TYPES } from "../../../db/sources/registry.ts";
import { describeOn } from "../../servers.ts";
import { startBacklot, type TestBacklot } from "./backlot.ts";
import { backlotRecords, backlotWorld } from "./backlot-world.ts";
import { describeContract } from "./contract.ts";

describeOn(["backlot"], "live sources on backlot", () => {
  let server: TestBacklot;
  beforeAll(async () => {
    server = await startBacklot(backlotRecords());
  }, 180_000);
  afterAll(() => server.stop());

  describeContract("confluence", async () => {
    const options = { url: `${server.url}/atlassian/wiki`, server: "backlot" } as const;
    return backlotWorld(server, SOURCE_TYPES.confluence.open("wiki", options, { fetch }), "confluence");
  });
  describeContract("jira", async () => {
    const options = { url: `${server.url}/atlassian`, server: "backlot" } as const;
    return backlotWorld(server, SOURCE_TYPES.jira.open("tracker", options, { fetch }), "jira");
  });
  describeContract("slack", async () => {
    const options = { url: `${server.url}/slack/api`, server: "backlot" } as const;
    return backlotWorld(server, SOURCE_TYPES.slack.open("chat", options, { fetch }), "slack");
  });
});
