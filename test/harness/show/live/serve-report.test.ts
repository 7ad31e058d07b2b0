import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ReportServer, serveReport } from "../../../../harness/show/live/serve-report.ts";

let folder: string;
let server: ReportServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-serve-"));
  await writeFile(join(folder, "index.html"), "<h1>here</h1>");
  await writeFile(join(folder, "empty.txt"), "");
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data", "figure 1.svg"), "<svg/>");
  server = await serveReport(folder);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

it("serves the folder on the loopback address only, 404 for what is not there", async () => {
  expect(new URL(server.url).hostname).toBe("127.0.0.1");
  expect(await (await fetch(server.url)).text()).toBe("<h1>here</h1>");
  expect((await fetch(`${server.url}nothing.html`)).status).toBe(404);
});

it("sends each file as what it is, anew only when it changed, and a page by its name alone", async () => {
  const first = await fetch(`${server.url}data/figure%201.svg?width=85`);
  expect([first.headers.get("content-type"), await first.text()]).toEqual(["image/svg+xml", "<svg/>"]);
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(`${server.url}data/figure%201.svg`, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await fetch(`${server.url}data/figure%201.svg`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "6"]);
  expect(await (await fetch(`${server.url}index`)).text()).toBe("<h1>here</h1>");
  expect((await fetch(`${server.url}data`)).status).toBe(404);
  expect(await (await fetch(`${server.url}empty.txt`)).text()).toBe("");
});

it("takes the next port of several when one is taken, and says so of a single one", async () => {
  const port = Number(new URL(server.url).port);
  const other = await serveReport(folder, { port: [port, 0] });
  expect(other.url).not.toBe(server.url);
  await other.close();
  await expect(serveReport(folder, { port })).rejects.toMatchObject({ code: "environment" });
});
