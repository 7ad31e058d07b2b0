import type { CompareData } from "../site-data.ts";
import type { Page } from "./page.ts";

export const comparePage: Page<CompareData> = {
  file: "compare",
  title: "Compare",
  data: { name: "compare", make: ({ comparison }) => comparison },
};
