import { RUBRIC } from "../../../../assistant/rubric.ts";
import { escapeHtml } from "../../../print/html.ts";
import type { RatingItem } from "../items.ts";
import type { RatingSession } from "../session.ts";

/** The whole page: one answer and its form, or the end. Needs no script and nothing from elsewhere. */
export function renderPage(session: RatingSession, problem: string | null = null): string {
  const item = session.next();
  const [done, all] = [session.done(), session.items.length];
  const body = item
    ? `${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ""}${renderAnswer(item)}${renderForm(item)}`
    : "<p>All are rated. Thank you. You may close this page.</p>";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Answer ${Math.min(done + 1, all)} of ${all}</title><style>${STYLE}</style></head>
<body><main><h1>How good is this answer?</h1>
<p>${done} of ${all} rated. Each is kept when you send it; close the page whenever you like and go on later.</p>
<progress value="${done}" max="${all}" aria-label="rated"></progress>
${body}</main></body></html>`;
}

function renderAnswer(item: RatingItem): string {
  const expected = [...item.expectedIds, ...item.expectedEntities].join(", ") || "Nothing: to decline is right.";
  const evidence = item.evidence.map(
    ({ id, seen }) =>
      `<li><code>${escapeHtml(id)}</code> ${seen ? "stands in a tool result" : "stands in no tool result"}</li>`,
  );
  return `<h2>Question</h2>${item.question.map((turn) => `<pre>${escapeHtml(turn)}</pre>`).join("")}
<h2>Reference answer</h2><pre>${escapeHtml(item.reference)}</pre>
<h2>Expected</h2><pre>${escapeHtml(expected)}</pre>
<h2>Answer</h2><pre id="answer">${escapeHtml(item.answer || "(empty)")}</pre>
<h2>Evidence</h2>${evidence.length > 0 ? `<ul>${evidence.join("")}</ul>` : "<p>Recommends nothing.</p>"}`;
}

function renderForm(item: RatingItem): string {
  const fields = RUBRIC.map(({ name, question, choices }) => {
    const options = choices.map(
      ({ value, text }) =>
        `<label><input type="radio" name="${name}" value="${value}" required> ${escapeHtml(text)}</label>`,
    );
    return `<fieldset><legend>${escapeHtml(question)}</legend>${options.join(" ")}</fieldset>`;
  });
  return `<form method="post" action="rate"><input type="hidden" name="item" value="${item.code}">${fields.join("")}
<label for="note">Note (not needed)</label><textarea id="note" name="note" maxlength="2000" rows="2"></textarea>
<p><button name="act" value="rate">Keep and go on</button> <button name="act" value="skip" formnovalidate>Leave this one out</button></p></form>`;
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:46rem;margin:0 auto;padding:1rem}
h1{font-size:1.3rem}h2{font-size:1rem;margin:1.2rem 0 .2rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;border-left:3px solid #888;padding-left:.8rem;margin:.2rem 0}
fieldset{border:0;border-top:1px solid #888;padding:.6rem 0;margin:0}legend{font-weight:600}label{margin-right:1rem}textarea,progress{width:100%;box-sizing:border-box}[role=alert]{font-weight:700}`;
