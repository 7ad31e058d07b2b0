import type { IncomingMessage } from "node:http";

interface Reading {
  maxBytes: number;
  /** Told of each piece. */
  onBytes(bytes: number): void;
}

/** A request's body, never more of it in memory than is allowed. */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, onBytes }: Reading,
): Promise<Buffer | "too-long" | "gone"> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return "too-long";
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed at an early end: its socket still takes the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) return "too-long";
      onBytes((chunk as Buffer).length);
      chunks.push(chunk as Buffer);
    }
  } catch {
    return "gone"; // The client ended the connection in the middle; nobody is left to answer.
  }
  return Buffer.concat(chunks);
}
