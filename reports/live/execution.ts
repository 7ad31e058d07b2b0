const INTERVAL_MS = 1000;

/** Asks for this page again every second until its trace is extracted, and takes what changed: a text that is being read stays where it is. */
async function watch(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    try {
      const response = await fetch(location.href);
      if (!response.ok) throw new Error(String(response.status));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const [now, next] = [document.querySelector("main")!, page.querySelector("main")!];
      if (now.innerHTML !== next.innerHTML) now.replaceChildren(...next.childNodes);
      if (page.querySelector("script") === null) return;
    } catch {
      // The server was stopped, or is about to be there again: what was last seen stays, and says so.
      document.querySelector("main .lede")?.replaceChildren("no answer from the server; trying again");
    }
  }
}

void watch();
