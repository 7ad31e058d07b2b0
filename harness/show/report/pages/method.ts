import type { MethodData } from "../method.ts";
import type { NotebookPage } from "./page.ts";

export const methodPage: NotebookPage<MethodData> = {
  file: "method",
  title: "Method",
  data: { name: "method", make: ({ method }) => method },
};
