import { launchBrowser } from "./scripts/browser.ts";
const pages = process.argv[2].split(","); const out = "/tmp/sheets"; const base = process.argv[3] ?? "http://127.0.0.1:8899";
import { mkdirSync } from "node:fs"; mkdirSync(out, { recursive: true });
const b = await launchBrowser();
for (const scheme of ["light", "dark"]) for (const w of [400, 768, 1280, 1920]) {
  const c = await b.newContext({ viewport: { width: w, height: 900 }, colorScheme: scheme, deviceScaleFactor: w === 1920 ? 0.6 : w === 1280 ? 0.7 : 1 }); const p = await c.newPage();
  for (const name of pages) { await p.goto(`${base}/${name}.html`); await p.waitForTimeout(1200);
    const h = await p.evaluate("document.body.scrollHeight"); for (let y = 0; y < h; y += 800) { await p.evaluate(`scrollTo(0,${y})`); await p.waitForTimeout(40); }
    await p.evaluate("scrollTo(0,0)"); await p.waitForTimeout(600);
    const over = await p.evaluate("document.documentElement.scrollWidth > innerWidth");
    if (over) console.log("OVERFLOW", name, w, scheme);
    await p.screenshot({ path: `${out}/${name}-${w}-${scheme}.png`, clip: { x: 0, y: 0, width: w, height: Math.min(h, 3200) }, fullPage: true }); }
  await c.close(); }
for (const name of pages) { const c = await b.newContext(); const p = await c.newPage(); await p.goto(`${base}/${name}.html`); await p.waitForTimeout(1500); await p.pdf({ path: `${out}/${name}.pdf`, format: "A4" }); await c.close(); }
await b.close();
