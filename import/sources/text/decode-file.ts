import type { SourceFile } from "../files.ts";
import { type Decoded, decodeText } from "./encoding.ts";

/** The whole of a file as text, in the encoding that the user named, or that is recognised. */
export async function decodeFile(
  { name, bytes, encoding }: Pick<SourceFile, "name" | "bytes" | "encoding">,
  { xml, html }: { xml?: boolean; html?: boolean } = {},
): Promise<Decoded> {
  return decodeText(await bytes(), { name, asked: encoding, xml, html });
}
