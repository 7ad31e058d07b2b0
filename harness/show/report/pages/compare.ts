import type { CompareData } from "../site-data.ts";
import type { NotebookPage } from "./page.ts";

export const comparePage: NotebookPage<CompareData> = {
  file: "compare",
  title: "Compare",
  data: { name: "compare", make: ({ comparison }) => comparison },
};
