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
  close(): void;
}

export async function startProxy(): Promise<ServerProxy> {
  const sockets = new Set<Socket>();
  let target = 0;
  let held = false;
  const add = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [add(near), add(far)],
      [far, near],
    ] as const) {
      one.on("data", (chunk) => other.write(chunk)).on("close", () => other.destroy());
      if (held) one.pause();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: (url) => withPort(url, port),
    aim(url) {
      target = Number(new URL(url).port);
    },
    cut,
    hold(hold) {
      held = hold;
      for (const socket of sockets) {
        if (hold) socket.pause();
        else socket.resume();
      }
    },
    close() {
      cut();
      server.close();
    },
  };
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${port}`;
  return changed.toString();
}
