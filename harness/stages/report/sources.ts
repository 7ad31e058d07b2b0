import { fileURLToPath } from "node:url";

/** Sources of the notebook. Only read: the package may be installed where nothing can be written. */
export const REPORTS = fileURLToPath(new URL("../../../reports/", import.meta.url));
