import { openSource, type SourceFile } from "../sources/files.ts";

/** A file, and the record that it is attached to. */
export interface Attachment {
  record: string;
  file: SourceFile;
}

export interface Attachments {
  attached: readonly Attachment[];
  /** Names of files that no record is known for. */
  ofNone: readonly string[];
}

/**
 * The files of a folder with the records that they are attached to, in name order: as trackers and their download tools keep them, in a folder
 * named by the record's id (`attachments/RAN-7/show-run.txt`; the innermost counts), or named by it themselves (`RAN-7_show-run.txt`).
 * @throws UserError `corpus` where there is no folder, or no file in it
 */
export async function readAttachments(folder: string, ids: ReadonlySet<string>): Promise<Attachments> {
  const { files } = await openSource(folder);
  const attached: Attachment[] = [];
  const ofNone: string[] = [];
  for (const file of files) {
    const record = recordOf(file.name, ids);
    if (record === null) ofNone.push(file.name);
    else attached.push({ record, file });
  }
  return { attached, ofNone };
}

function recordOf(name: string, ids: ReadonlySet<string>): string | null {
  const parts = name.split("/");
  const own = parts.pop() as string;
  const begins = Array.from(own, (_, at) => own.slice(0, own.length - at)).filter(
    (begin) => !/^[\p{L}\p{N}]/u.test(own.slice(begin.length)),
  );
  for (const part of [...parts.reverse(), ...begins]) for (const id of [part, `#${part}`]) if (ids.has(id)) return id;
  return null;
}
