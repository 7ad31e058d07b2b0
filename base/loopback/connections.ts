import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** Open at once. */
  connections: number;
  /** Of all bodies together that have not come to their end. */
  unfinishedBodyBytes: number;
}

interface Body {
  socket: Socket;
  /** So far. */
  bytes: number;
}

/**
 * The open connections of a server. Where there are more than it takes, the one that has kept the server waiting longest
 * is cut off: idle, or its request not yet at its end; where there is none, one whose answer is not read. So whoever
 * sends a request at once is served, however many connections others hold open. Where all are being answered and read,
 * the newcomer goes.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Set<Socket>();
  /** The longest waiting first: a set keeps the order in which it was filled. */
  readonly #waiting = new Set<Socket>();
  /** Requests that are being answered. A client may send several without waiting. */
  readonly #answering = new Map<Socket, number>();
  /** That have not come to their end, the one that began first at the front. */
  readonly #bodies = new Set<Body>();
  #bodyBytes = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    this.#waiting.add(socket);
    socket.once("close", () => this.#forgetSocket(socket));
    if (this.#open.size <= this.#limits.connections) return;
    this.#cut(this.#firstBut(socket) ?? socket);
  }

  /** A request has come to its end. Returns what to call when its answer is over. */
  answering(socket: Socket): () => void {
    if (!this.#open.has(socket)) return () => undefined;
    this.#waiting.delete(socket);
    this.#answering.set(socket, (this.#answering.get(socket) ?? 0) + 1);
    return () => {
      if (!this.#open.has(socket)) return;
      const others = this.#answering.get(socket)! - 1;
      this.#answering.set(socket, others);
      if (others === 0) this.#waiting.add(socket);
    };
  }

  /** A body begins to be read: what to call with the bytes of each piece, and at its end. */
  body(socket: Socket): { read(bytes: number): void; over(): void } {
    const body: Body = { socket, bytes: 0 };
    this.#bodies.add(body);
    return {
      read: (bytes) => {
        if (!this.#bodies.has(body)) return;
        body.bytes += bytes;
        this.#bodyBytes += bytes;
        if (this.#bodyBytes > this.#limits.unfinishedBodyBytes) this.#cutFirstBody();
      },
      over: () => this.#forget(body),
    };
  }

  /** Of too many bytes under way, the body that began first gives way. */
  #cutFirstBody(): void {
    const [first] = this.#bodies;
    if (!first) return;
    this.#forget(first);
    this.#cut(first.socket);
  }

  #forget(body: Body): void {
    if (this.#bodies.delete(body)) this.#bodyBytes -= body.bytes;
  }

  /** Whose turn it is to be cut off: the first that waits for its client, else the first that does not read. */
  #firstBut(newcomer: Socket): Socket | undefined {
    const [first] = this.#waiting;
    if (first !== newcomer) return first;
    return [...this.#open].find(({ writableNeedDrain }) => writableNeedDrain);
  }

  #cut(socket: Socket): void {
    // At once, not when it says so: others come before that.
    this.#forgetSocket(socket);
    socket.destroy();
  }

  #forgetSocket(socket: Socket): void {
    this.#open.delete(socket);
    this.#waiting.delete(socket);
    this.#answering.delete(socket);
  }
}
