import { LONGEST_NOTEBOOK, type Notebook, parseNotebook } from "../../../../harness/show/report/notebooks/notebook.ts";

/** Longer addresses are cut by some programs that they are sent through. */
export const LONGEST_ADDRESS = 8000;
const KEY = "#cells=";

/** The part of the address that holds the notebook, compressed; null where it would be too long. */
export async function encodeNotebook(notebook: Notebook): Promise<string | null> {
  if (notebook.cells.length === 0) return "";
  const packed = await readBytes(
    new Blob([JSON.stringify(notebook)]).stream().pipeThrough(new CompressionStream("deflate-raw")),
  );
  const address = KEY + toBase64Url(packed);
  return address.length > LONGEST_ADDRESS ? null : address;
}

/**
 * The notebook of an address; null where it speaks of none.
 * @throws Error for the reader when the address is broken
 */
export async function decodeNotebook(hash: string): Promise<Notebook | null> {
  if (!hash.startsWith(KEY)) return null;
  try {
    const packed = fromBase64Url(hash.slice(KEY.length));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const value: unknown = JSON.parse(new TextDecoder().decode(await readBytes(stream)));
    return parseNotebook(value);
  } catch (cause) {
    throw new Error("the cells in this address are broken: perhaps it was cut when it was sent", { cause });
  }
}

async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Not every browser's streams can be iterated.
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    // A short address can unpack to a very long text.
    if (length > 2 * LONGEST_NOTEBOOK) throw new Error("too long");
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}
