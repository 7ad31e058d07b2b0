import { createServer } from "node:net";
import { expect, it } from "vitest";
import { neo4jGraph } from "../../../db/graph/neo4j.ts";
import { describeServer } from "../../../db/postgres/server-checks.ts";

const PASSWORD = "planted/pass+word";

it("a PostgreSQL server that quotes the password is not repeated, nor is its address, in the error or its causes", async () => {
  // It asks for the password in clear text, and says it back (protocol 3.0: type, length, text).
  const server = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", () => {
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        socket.once("data", (bytes) => {
          const said = `SFATAL\0C28P01\0Mno login with ${bytes.toString("utf8", 5, bytes.length - 1)} or ${encodeURIComponent(PASSWORD)}\0\0`;
          const length = Buffer.alloc(4);
          length.writeInt32BE(said.length + 4);
          socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(said)]));
        });
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const url = `postgres://someone:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/scope`;
  const error: unknown = await describeServer(url).catch((thrown: unknown) => thrown);
  server.close();
  const chain: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) chain.push(one.message, one.stack ?? "");
  expect(chain[0]).toContain("no login with [redacted: POSTGRES_URL] or [redacted: POSTGRES_URL]");
  for (const quoted of [PASSWORD, encodeURIComponent(PASSWORD)]) expect(chain.join()).not.toContain(quoted);
});

it("an address of Neo4j with a user is refused without being repeated, and the way without it is named", async () => {
  const opened = neo4jGraph({ url: "bolt://neo4j:planted-pw@127.0.0.1:1", user: "neo4j", password: "x" });
  const error: unknown = await opened.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "config", hint: expect.stringContaining("SCOPEBENCH_NEO4J_PASSWORD") });
  expect(String(error)).toContain("bolt://[redacted]@127.0.0.1:1");
});
