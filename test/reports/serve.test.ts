import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ReportServer, serveReport } from "../../reports/serve.ts";

let folder: string;
let server: ReportServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-serve-"));
  await writeFile(join(folder, "index.html"), "<h1>here</h1>");
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

it.each(["/../package.json", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd"])(
  "does not leave its folder for %s",
  async (path) => {
    const { port } = new URL(server.url);
    // `fetch` would clean the path before sending it.
    const status = await new Promise((resolve, reject) =>
      request({ host: "127.0.0.1", port, path }, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end(),
    );
    expect(status).toBe(404);
  },
);

it("rejects when the port is taken, so that the caller can take another", async () => {
  const port = Number(new URL(server.url).port);
  await expect(serveReport(folder, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
