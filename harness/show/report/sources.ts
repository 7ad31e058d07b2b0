import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** Sources of the notebook. Only read: the package may be installed where nothing can be written. */
export const REPORTS = fileURLToPath(new URL("../../../reports/", import.meta.url));

/** How their code's names end: `.ts`, or `.js` in an installed package. */
export const CODE = extname(import.meta.url);
