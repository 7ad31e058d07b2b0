const STOPS = "a[href], button, input, select, summary";
const KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"];

/**
 * Tab stops once in each row of a table; arrow keys reach the row's other links, and the same place of the next row (the grid pattern of
 * the ARIA practices).
 * @returns whether there is any stop
 */
export function oneStopARow(body: HTMLElement): boolean {
  for (const row of body.children) for (const stop of stopsOf(row).slice(1)) stop.tabIndex = -1;
  body.addEventListener("keydown", (event) => {
    const next = KEYS.includes(event.key) ? nextStop(event) : undefined;
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  return stopsOf(body).length > 0;
}

function nextStop({ key, target }: KeyboardEvent): HTMLElement | undefined {
  const element = target as HTMLElement;
  const row = element.closest("tr");
  // Keys mean something else in what is typed into, and are free only among links.
  if (!row || !element.matches(STOPS) || element.matches("input, select")) return undefined;
  const stops = stopsOf(row);
  const at = stops.indexOf(element);
  if (key === "ArrowRight") return stops[at + 1];
  if (key === "ArrowLeft") return stops[at - 1];
  if (key === "Home") return stops[0];
  if (key === "End") return stops.at(-1);
  const other = key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
  const others = other ? stopsOf(other) : [];
  return others[Math.min(at, others.length - 1)];
}

function stopsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(STOPS)];
}
