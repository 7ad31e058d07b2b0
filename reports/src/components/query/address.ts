/** A cell as it is written down: in the address, in an export. */
export interface CellText {
  type: "sql" | "plot";
  text: string;
}

/** Longer addresses are cut by some programs that they are sent through. */
export const LONGEST_ADDRESS = 8000;
/** A short address can unpack to a very long text. */
const LONGEST_TEXT = 200_000;
const KEY = "#cells=";

/** The part of the address that holds the cells, compressed; null where it would be too long. */
export async function encodeCells(cells: readonly CellText[]): Promise<string | null> {
  if (cells.length === 0) return "";
  const text = JSON.stringify(cells.map(({ type, text: own }) => [type, own]));
  const packed = await readBytes(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const address = KEY + toBase64Url(packed);
  return address.length > LONGEST_ADDRESS ? null : address;
}

/**
 * The cells of an address; none where it speaks of none.
 * @throws Error for the reader when the address is broken
 */
export async function decodeCells(hash: string): Promise<CellText[]> {
  if (!hash.startsWith(KEY)) return [];
  try {
    const packed = fromBase64Url(hash.slice(KEY.length));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return parseCells(new TextDecoder().decode(await readBytes(stream)));
  } catch (cause) {
    throw new Error("the cells in this address are broken: perhaps it was cut when it was sent", { cause });
  }
}

function parseCells(text: string): CellText[] {
  const cells: unknown = JSON.parse(text);
  if (!Array.isArray(cells)) throw new Error("no list of cells");
  return cells.map((cell: unknown) => {
    const [type, own] = Array.isArray(cell) ? cell : [];
    if ((type !== "sql" && type !== "plot") || typeof own !== "string") throw new Error("no cell");
    return { type, text: own };
  });
}

async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Not every browser's streams can be iterated.
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > LONGEST_TEXT) throw new Error("too long");
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
