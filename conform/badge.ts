import type { CaseKind } from "./case.ts";
import type { Conformity } from "./hold.ts";

const LABELS: Readonly<Record<CaseKind, string>> = { ranking: "trec_eval cases", judge: "judge cases" };
const CHARACTER_PX = 6.6;
const PADDING_PX = 10;

/** A badge for a README: *trec_eval cases | 188 of 200*, green where nothing differs. No text of the subject stands in it. */
export function badgeOf({ agree, cases, differ }: Conformity, kind: CaseKind = "ranking"): string {
  const label = LABELS[kind];
  const value = `${agree} of ${cases}`;
  const [left, right] = [widthOf(label), widthOf(value)];
  const width = left + right;
  const colour = differ === 0 ? "#2e7d32" : "#b45309";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">
  <title>${label}: ${value}</title>
  <rect width="${width}" height="20" rx="3" fill="#444"/>
  <path fill="${colour}" d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z"/>
  <g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14">${label}</text>
    <text x="${left + right / 2}" y="14">${value}</text>
  </g>
</svg>
`;
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER_PX + PADDING_PX);
}
