import { h } from "./dom.ts";

// The script of every page: what stands around its content, and what changes when it is printed.
showCurrentPage();
fillContents();
preparePrint();

/** Where the names of the pages take more than a line, the open one is in sight. */
function showCurrentPage(): void {
  const current = document.querySelector<HTMLElement>(".pages [aria-current]");
  if (current?.parentElement) current.parentElement.scrollLeft = current.offsetLeft - 60;
}

/** The list at the side follows what the page's cells show, which is there later than the page. */
function fillContents(): void {
  const main = document.querySelector("main");
  const details = document.querySelector(".contents > details");
  const list = details?.querySelector("ol");
  if (!main || !list || !details) return;
  const wide = matchMedia("(min-width: 1180px)");
  const unfold = () => details.toggleAttribute("open", wide.matches);
  unfold();
  wide.addEventListener("change", unfold);
  const read = new IntersectionObserver((entries) => markCurrent(list, entries), { rootMargin: "0px 0px -66%" });
  const fill = () => {
    const parts = [...main.querySelectorAll<HTMLElement>("h2, figure[id]")];
    list.replaceChildren(...parts.map(contentsEntry));
    for (const part of parts) read.observe(part);
  };
  let waiting = 0;
  new MutationObserver(() => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(fill);
  }).observe(main, { childList: true, subtree: true });
  fill();
}

/** A section by its question, a figure or table by its plain name. */
function contentsEntry(part: HTMLElement, index: number): HTMLElement {
  part.id ||= `section-${index}`;
  const isSection = part.tagName === "H2";
  const name = (isSection ? part : part.querySelector(".name"))?.textContent ?? "";
  return h("li", { class: isSection ? null : "sub" }, h("a", { href: `#${encodeURIComponent(part.id)}` }, name));
}

/** The section that is being read. */
function markCurrent(list: HTMLElement, entries: readonly IntersectionObserverEntry[]): void {
  const read = entries.find(({ isIntersecting }) => isIntersecting);
  if (!read) return;
  for (const link of list.querySelectorAll("a"))
    if (link.hash === `#${encodeURIComponent(read.target.id)}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
}

/** Printed are all figures, as wide as the paper, tables no wider, and definitions. */
function preparePrint(): void {
  const unfolded: HTMLDetailsElement[] = [];
  const tables = () => [...document.querySelectorAll<HTMLTableElement>(".scroll > table")];
  const tellCharts = (type: string) => {
    for (const chart of document.querySelectorAll(".chart")) chart.dispatchEvent(new Event(type));
  };
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("details.definition:not([open])")) {
      details.open = true;
      unfolded.push(details);
    }
    tellCharts("beforeprint");
    for (const table of tables()) fitPaper(table);
  });
  addEventListener("afterprint", () => {
    for (const details of unfolded.splice(0)) details.open = false;
    tellCharts("afterprint");
    for (const table of tables()) table.style.removeProperty("zoom");
  });
}

/** Of an A4 page's text column, in pixels. */
const PAPER = 700;

/** Paper does not scroll: a table that is wider even with its names in several lines is drawn smaller. */
function fitPaper(table: HTMLTableElement): void {
  table.classList.add("on-paper");
  const width = table.offsetWidth;
  table.classList.remove("on-paper");
  if (width > PAPER) table.style.setProperty("zoom", (PAPER / width).toFixed(3));
}
