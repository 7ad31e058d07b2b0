/** Writes schemas/*.schema.json from the zod schemas. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedSchemas } from "./published-schemas.ts";

const folder = fileURLToPath(new URL("../schemas", import.meta.url));
for (const [name, text] of Object.entries(publishedSchemas())) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}
