import type { PreviewState } from "../../harness/show/report/preview.ts";
import { h } from "../src/components/dom.ts";

const INTERVAL_MS = 300;

/** Loads the page again when it was built again, and says what is wrong with the pages. */
async function watch(): Promise<void> {
  const note = h("div", { class: "warning", role: "status", hidden: true });
  document.querySelector("main")?.prepend(note);
  let shown: number | null = null;
  for (;;) {
    try {
      const { version, problems }: PreviewState = await (await fetch("./preview.json")).json();
      shown ??= version;
      if (version !== shown) return location.reload();
      note.hidden = problems.length === 0;
      note.replaceChildren(...problems.map((problem) => h("p", {}, h("code", {}, problem))));
    } catch {
      // The preview was ended: what was last seen stays.
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

void watch();
