import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A server's address that stays the same while the server comes and goes, and whose connections can be disturbed. */
export interface ServerProxy {
  /** The server's address with the proxy's port in place of its own. */
  address(url: string): string;
  /** Where connections go from now on. */
  aim(url: string): void;
  /** Cuts every connection. */
  cut(): void;
  /** Lets nothing through and nothing go, as a network that has lost its way; or again everything. */
  hold(held: boolean): void;
  /** Counts, until the function that it gives is called, the connections that wait for an answer or ask something. */
  watch(): () => number;
  /** Requests so far: what a connection sends after the server's last answer is one. */
  requests(): number;
  /** Resolves with the n-th request from now on. */
  asked(n: number): Promise<void>;
  close(): void;
}

interface Connection {
  near: Socket;
  far: Socket;
  /** It has sent something since the server last did. */
  asking: boolean;
}

export async function startProxy(): Promise<ServerProxy> {
  const connections = new Set<Connection>();
  let target = 0;
  let held = false;
  let seen: Set<Connection> | null = null;
  let requests = 0;
  let awaited: { request: number; come(): void } | null = null;
  const server = createServer((near) => {
    const connection: Connection = { near, far: connect(target, "127.0.0.1"), asking: true };
    connections.add(connection);
    seen?.add(connection);
    join(connection, {
      sent: (first) => {
        seen?.add(connection);
        if (!first) return;
        requests++;
        if (requests === awaited?.request) awaited.come();
      },
      closed: () => connections.delete(connection),
    });
    if (held) pause(connection);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const { near, far } of connections) for (const socket of [near, far]) socket.destroy();
  };
  return {
    address: (url) => withPort(url, port),
    aim(url) {
      target = Number(new URL(url).port);
    },
    cut,
    hold(hold) {
      held = hold;
      for (const connection of connections) {
        if (hold) pause(connection);
        else resume(connection);
      }
    },
    watch() {
      const watched = new Set([...connections].filter(({ asking }) => asking));
      seen = watched;
      return () => {
        for (const connection of connections) if (connection.near.readableLength > 0) watched.add(connection);
        seen = null;
        return watched.size;
      };
    },
    requests: () => requests,
    asked: (n) =>
      new Promise((come) => {
        awaited = { request: requests + n, come };
      }),
    close() {
      cut();
      server.close();
    },
  };
}

function join(connection: Connection, told: { sent(first: boolean): void; closed(): void }): void {
  const { near, far } = connection;
  near.on("data", (chunk) => {
    told.sent(!connection.asking);
    connection.asking = true;
    far.write(chunk);
  });
  far.on("data", (chunk) => {
    connection.asking = false;
    near.write(chunk);
  });
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const)
    socket
      .on("error", () => undefined)
      .on("close", () => {
        told.closed();
        other.destroy();
      });
}

function pause({ near, far }: Connection): void {
  near.pause();
  far.pause();
}

function resume({ near, far }: Connection): void {
  near.resume();
  far.resume();
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${port}`;
  return changed.toString();
}
