import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withFetched } from "../../../../harness/run/benchmarks/fetch.ts";
import { getBenchmark } from "../../../../harness/run/benchmarks/get.ts";
import { zipOf } from "../../../import/sources/zip.ts";

const HOPTRACE = resolve("test/input/formats/beir/hoptrace-mini");
const FILES = ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"];

let server: Server;
let address: string;
beforeAll(async () => {
  const texts = FILES.map(async (name) => [`hoptrace/${name}`, await readFile(join(HOPTRACE, name), "utf8")] as const);
  const zip = zipOf(Object.fromEntries(await Promise.all(texts)));
  server = createServer((request, response) => {
    if (request.url === "/data.zip") response.end(zip);
    else if (request.url === "/elsewhere") response.writeHead(302, { location: "http://example.invalid/data" }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

const fetched = (from: string) => withFetched({ address: from, signal: null }, async (path) => path);

it("takes a zip archive from the address that is named, checked as any other data", async () => {
  const environment = { SCOPEBENCH_CACHE: `${process.env.SCOPEBENCH_CACHE}-fetch` };
  const { identity } = await getBenchmark("hoptrace-mini", { fetch: `${address}/data.zip` }, { cwd: ".", environment });
  expect(identity).toMatchObject({ whole: true, counts: { documents: 6 } });
});

it("refuses an address without https, and says what a server answered", async () => {
  await expect(fetched("http://example.org/data.zip")).rejects.toThrow(/cannot fetch from http:\/\/example\.org/);
  await expect(fetched("data.zip")).rejects.toThrow(/cannot fetch/);
  await expect(fetched(`${address}/none`)).rejects.toThrow(/HTTP 404/);
  await expect(fetched(`${address}/elsewhere`)).rejects.toMatchObject({ code: "input" });
});
