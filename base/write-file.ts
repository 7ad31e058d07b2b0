import { appendFile as append, writeFile as write } from "node:fs/promises";

/** As Node's, but that its error names the file: what fails between opening and closing (a full disk) names none by itself. */
export async function writeFile(...[path, ...how]: PathFirst<typeof write>): Promise<void> {
  await write(path, ...how).catch(named(path));
}

/** As Node's, in the same way. */
export async function appendFile(...[path, ...how]: PathFirst<typeof append>): Promise<void> {
  await append(path, ...how).catch(named(path));
}

type PathFirst<Write extends (...given: never[]) => unknown> =
  Parameters<Write> extends [unknown, ...infer Rest] ? [path: string, ...Rest] : never;

function named(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error
      ? Object.assign(error, { path: (error as NodeJS.ErrnoException).path ?? path })
      : error;
  };
}
