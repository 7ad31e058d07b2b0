/** When what is out of view is drawn, after the page is there: a page printed later is whole. */
const IDLE_MS = 2000;

/** Calls once: when the element comes into view, or a little later. */
export function whenNear(element: Element, show: () => void): void {
  const once = () => {
    seen.disconnect();
    clearTimeout(later);
    show();
  };
  const seen = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && once(), {
    rootMargin: "100px",
  });
  const later = setTimeout(once, IDLE_MS);
  seen.observe(element);
}
