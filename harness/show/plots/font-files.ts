import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeScratchFolder } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { type Font, loadFonts } from "./fonts.ts";

export interface FontSet {
  fonts: readonly Font[];
  /** Paths of the same as sfnt files, there while they are used. */
  files: readonly string[];
}

/** The PNG renderer reads fonts from files only, so they are unpacked into a temporary folder. */
export async function withFonts<T>(use: (set: FontSet) => Promise<T>): Promise<T> {
  const fonts = await loadFonts();
  const folder = await makeScratchFolder("fonts");
  try {
    const files = await Promise.all(
      fonts.map(async ({ weight, sfnt }) => {
        const path = join(folder, `inter-${weight}.ttf`);
        await writeFile(path, sfnt);
        return path;
      }),
    );
    return await use({ fonts, files });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
