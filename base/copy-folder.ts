import { constants, cpSync } from "node:fs";

/** Copies a folder, sharing blocks where the file system can. In one go: the promised `cp` takes fifteen times as long for 700 files. */
export async function copyFolder(from: string, to: string): Promise<void> {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
