import { readFileSync } from "node:fs";

/** Runs in the folder that `site.ts` prepares. Nothing is fetched: no web fonts, no library by address. */
export default {
  root: "src",
  output: "dist",
  title: "scopebench",
  style: "style.css",
  globalStylesheets: [],
  pages: JSON.parse(readFileSync("pages.json", "utf8")) as object[],
  search: true,
  preserveExtension: true,
  preserveIndex: true,
  linkify: false,
  typographer: false,
  head: '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
  footer: "",
};
