import { appendFile as append, writeFile as write } from "node:fs/promises";

/** As Node's, but that its error names the file: what fails between opening and closing (a full disk) names none by itself. */
export function writeFile(...[path, ...how]: PathFirst<typeof write>): Promise<void> {
  return naming(path, () => write(path, ...how));
}

/** As Node's, in the same way. */
export function appendFile(...[path, ...how]: PathFirst<typeof append>): Promise<void> {
  return naming(path, () => append(path, ...how));
}

type PathFirst<Write extends (...given: never[]) => unknown> =
  Parameters<Write> extends [unknown, ...infer Rest] ? [path: string, ...Rest] : never;

/** Does something with a file. @throws its errors, which name the file */
export async function naming(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { path: (error as NodeJS.ErrnoException).path ?? path });
    throw error;
  }
}
