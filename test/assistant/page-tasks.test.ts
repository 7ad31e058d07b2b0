import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row, Substrate } from "../../db/ports/ports.ts";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";
import { openCorpus, readOpenconfig } from "../scenarios/substrates.ts";
import { reachByTab, violationsOn } from "./on-page.ts";
import { type Served, serveSmall } from "./served.ts";

interface Size {
  name: string;
  viewport: { width: number; height: number };
}
const PHONE: Size = { name: "a phone", viewport: { width: 390, height: 844 } };
const DESKTOP: Size = { name: "a desktop", viewport: { width: 1280, height: 900 } };

/** What changes on a corpus: two items that are picked, one that is asked for in words, one in a change, one by its id. */
interface Changes {
  picked: readonly [string, string];
  words: string;
  inWords: string;
  changed: string;
  byId: string;
}

/** Long ids where there is least room for them. */
const CORPORA: readonly (readonly [string, Size, () => Promise<Substrate>, Changes])[] = [
  [
    "small",
    DESKTOP,
    readSmallSubstrate,
    { picked: ["REQ-201", "MSG-7"], words: "Handover Required", inWords: "MSG-1", changed: "REQ-203", byId: "CR-501" },
  ],
  [
    "openconfig",
    PHONE,
    async () => openCorpus(await readOpenconfig()),
    {
      picked: ["rpc:gRIBI.Get", "oc:/interfaces/interface/ethernet/config/port-speed"],
      words: "system.System.Reboot",
      inWords: "rpc:system.System.Reboot",
      changed: "oc:/system/state/current-datetime",
      byId: "rpc:gRIBI.Flush",
    },
  ],
];

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), "scopebench-tasks-"));
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

const diffOf = (id: string) => `diff --git a/x.c b/x.c
--- a/x.c
+++ b/x.c
@@ -1,1 +1,1 @@
-old(); /* ${id} */
+new(); /* ${id} */
`;

describe.each(CORPORA)("from a change to an exported scope, on %s", (_, { name, viewport }, openSubstrate, changes) => {
  let substrate: Substrate;
  let served: Served;
  beforeAll(async () => {
    substrate = await openSubstrate();
    served = await serveSmall("memory://", { style: await bundleStyle(), substrate });
  });
  afterAll(() => served?.close());

  /** What the records have, read by nobody's tool. */
  const recorded = async (...ids: string[]) => {
    const { rows } = await substrate.sql.query<Row & { id: string }>(
      `SELECT test_case_id AS id FROM core.trace_link WHERE reference_id = ANY($1::text[])
       UNION SELECT test_case_id FROM proc.test_case_message WHERE message_id = ANY($1::text[])`,
      [ids],
    );
    return rows.map(({ id }) => id).sort();
  };

  describe(`on ${name}`, () => {
    let page: Page;
    beforeAll(async () => {
      page = await browser.newPage({ viewport });
    });
    afterAll(() => page?.close());

    const begin = async () => {
      await page.goto("about:blank");
      await page.goto(`${served.url}/#new`);
      await page.getByLabel("question").waitFor();
    };
    const askButton = () => page.getByRole("button", { name: "Ask", exact: true });
    /** The kept tests of the CSV, which is saved by one click. */
    const exported = async () => {
      const save = page.getByRole("button", { name: "save as CSV", disabled: false });
      await save.waitFor();
      const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
      const rows = parse(await readFile(await download.path()), { columns: true }) as Record<string, string>[];
      expect(rows.some(({ tier }) => tier === "coverage")).toBe(true);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(viewport.width);
      return rows.filter(({ kept }) => kept === "yes").map(({ test }) => test!);
    };

    it("by two items that are picked, less one test that is dropped with a reason", async () => {
      await begin();
      for (const id of changes.picked) {
        await page.getByLabel("add an item").fill(id);
        await page.getByRole("option").filter({ hasText: id }).first().click();
      }
      await askButton().click();
      const all = await recorded(...changes.picked);
      await page.locator(".tests tbody code").first().waitFor();
      await page.getByLabel(`keep ${all[0]}`, { exact: true }).uncheck();
      await page.getByLabel(`why not ${all[0]}`, { exact: true }).fill("not in this lab");
      const kept = await exported();
      expect(kept.toSorted()).toEqual(all.slice(1));
      expect(await violationsOn(page)).toEqual([]);
    });

    it("by words, narrowed by an attribute", async () => {
      await begin();
      await page.getByLabel("question").fill(`Which tests cover ${changes.words}?`);
      await askButton().click();
      const all = await recorded(changes.inWords);
      expect((await exported()).toSorted()).toEqual(all);
      await page.getByText("narrow and sort by attributes").click();
      const choice = page.locator(".facets select").first();
      await choice.selectOption({ index: 1 });
      const shown = await page.locator(".tests tbody .test code").allTextContents();
      expect(shown.length).toBeLessThan(all.length);
      await page.getByRole("button", { name: "Keep only these" }).click();
      expect((await exported()).toSorted()).toEqual(shown.toSorted());
      expect(await violationsOn(page)).toEqual([]);
    });

    it("by a diff that is pasted", async () => {
      await begin();
      await page.getByLabel("question").focus();
      await page.evaluate(`{ const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", ${JSON.stringify(diffOf(changes.changed))});
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })); }`);
      await page.getByLabel(`take out ${changes.changed}`).waitFor();
      await askButton().click();
      expect((await exported()).toSorted()).toEqual(await recorded(changes.changed));
    });

    it("by an id, with the keyboard alone", async () => {
      await begin();
      await reachByTab(page, page.getByRole("button", { name: "Go to the question" }));
      await page.keyboard.press("Enter");
      await page.keyboard.type(`Which tests are affected by a change of ${changes.byId}?`);
      await page.keyboard.press("Enter");
      const save = page.getByRole("button", { name: "save as CSV", disabled: false });
      await save.waitFor();
      await reachByTab(page, save);
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      const rows = parse(await readFile(await download.path()), { columns: true }) as Record<string, string>[];
      const kept = rows.filter(({ kept: is }) => is === "yes").map(({ test }) => test);
      expect(kept.toSorted()).toEqual(await recorded(changes.byId));
    });

    it("by a file that is opened", async () => {
      await begin();
      const path = join(folder, "change.diff");
      await writeFile(path, diffOf(changes.changed));
      await page.getByLabel("file with a change").setInputFiles(path);
      await page.getByLabel(`take out ${changes.changed}`).waitFor();
      await askButton().click();
      expect((await exported()).toSorted()).toEqual(await recorded(changes.changed));
      await page.getByRole("button", { name: "the whole change" }).click();
      await page.getByRole("dialog").getByText("+new();").waitFor();
      await page.keyboard.press("Escape");
    });
  });
});
