import type { RecordLayout } from "./mutations.ts";

/** A file as somebody wrote it, of which changed ones are made. */
export interface BaseInput {
  reader: string;
  /** Below the folder that it is put into. */
  path: string;
  text: string;
  layout: RecordLayout;
  /** Other files of that folder, which is read as a whole then. */
  beside?: Readonly<Record<string, string>>;
  /** Makes the file of its text: a document out of its inner XML. */
  pack?: (text: Buffer) => Promise<Buffer>;
}
