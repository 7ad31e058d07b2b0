import { MissingPart } from "../../base/parts.ts";
import { UserError } from "../../base/user-error.ts";
import type { SourceFile } from "./files.ts";
import type { ReadContext } from "./source.ts";

/**
 * Reads file after file. One that cannot be read at all (protected by a password, cut off, of another encoding) does not
 * end the import of the others: it goes to `context.broken`, and nothing of it is taken.
 * @throws UserError where there is no other.
 */
export async function readEach<T>(
  files: readonly SourceFile[],
  { broken }: Pick<ReadContext, "broken">,
  read: (file: SourceFile) => Promise<T>,
): Promise<T[]> {
  const whole: T[] = [];
  const failed: string[] = [];
  for (const file of files)
    try {
      whole.push(await read(file));
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof MissingPart || files.length === 1) throw error;
      failed.push([error.message, ...error.problems].join("; "));
    }
  if (whole.length === 0 && failed.length > 0)
    throw new UserError("corpus", "no file can be read", { problems: failed, hint: "export them again" });
  broken.push(...failed);
  return whole;
}
