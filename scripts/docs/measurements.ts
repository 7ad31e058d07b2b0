import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cell, rowId } from "./markdown.ts";

const FIGURES = fileURLToPath(new URL("../../design/figures/", import.meta.url));

interface Measured {
  source: string;
  command: string;
  about: string;
  date: string;
  machine: string;
  commit: string;
  values: Record<string, string>;
}

/** A page for each file of measured figures: what was measured, when, by which command, and every figure under its key. */
export function measurementPages(): { path: string; source: string; text: string }[] {
  return readdirSync(FIGURES)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const measured = JSON.parse(readFileSync(join(FIGURES, name), "utf8")) as Measured;
      return { path: `measurements/${measured.source}`, source: `design/figures/${name}`, text: render(measured) };
    });
}

function render({ source, command, about, date, machine, commit, values }: Measured): string {
  const rows = Object.entries(values).map(
    ([key, value]) => `<tr id="${rowId(key)}"><td><code>${html(key)}</code></td><td>${html(value)}</td></tr>`,
  );
  const parts = [
    `# Measured: ${source}`,
    `${cell(about)}.`,
    `Measured on ${date}, ${cell(machine)}, at commit \`${commit}\`, by:`,
    `\`\`\`text\n${command}\n\`\`\``,
    "## Figures",
  ];
  const body = `<table><thead><tr><th>Key</th><th>Figure</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
  return `${[...parts, rows.length === 0 ? "None: its texts are screens and tables." : body].join("\n\n")}\n`;
}

function html(text: string): string {
  return text.replaceAll(/[&<>"'{}$]/g, (character) => `&#${character.charCodeAt(0)};`);
}
