import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChangeText } from "../../../assistant/change/read-change.ts";
import { tellChange } from "../../../assistant/change/tell-change.ts";

const tell = (text: string) => tellChange(readChangeText(text));

const PATCH = `From 9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b Mon Sep 17 00:00:00 2001
From: Ann Example <ann@example.org>
Date: Mon, 14 Sep 2026 10:12:44 +0200
Subject: [PATCH 1/2] xnap: shorten the preparation timer

The target answers within 3 s (REQ-201).

Signed-off-by: Ann Example <ann@example.org>
---
 xnap/handover.c | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

diff --git a/xnap/handover.c b/xnap/handover.c
index 2222222..3333333 100644
--- a/xnap/handover.c
+++ b/xnap/handover.c
@@ -12,9 +12,9 @@ int xn_handover_prepare(struct ue_ctx *ctx)
-  start_timer(ctx, TXnRELOCprep, 5000);
+  start_timer(ctx, TXnRELOCprep, 3000);
diff --git a/old name.py b/new name.py
similarity index 90%
rename from old name.py
rename to new name.py
--- a/old name.py
+++ b/new name.py
@@ -1 +1,2 @@
+class Relay:
 pass
diff --git a/doc/handover.md b/doc/handover.md
--- a/doc/handover.md
+++ b/doc/handover.md
@@ -1 +1 @@
-The timer runs
-for 5 s.
+The timer runs for 3 s.
`;

describe("readChangeText", () => {
  it("tells a patch by its message, files, functions, names and sentences, none of its lines and marks", () => {
    expect(tell(PATCH)).toBe(`xnap: shorten the preparation timer

The target answers within 3 s (REQ-201).

Changed files: xnap/handover.c (in xn_handover_prepare), new name.py (was old name.py, in Relay), doc/handover.md.

Names in the changed lines: start_timer, TXnRELOCprep.

It said: The timer runs for 5 s.
It says now: The timer runs for 3 s.`);
  });

  it("reads the message of `git show`, a diff without one, and one with Windows' line ends the same", () => {
    const diff = PATCH.slice(PATCH.indexOf("diff --git"));
    const show = `commit 9a8b7c6d\nAuthor: Ann <a@b.org>\nDate:   Mon Sep 14\n\n    Shorter timer\n\n${diff}`;
    expect(readChangeText(show).prose).toBe("Shorter timer");
    expect(readChangeText(diff)).toMatchObject({ kind: "diff", prose: "" });
    expect(tell(PATCH.replaceAll("\n", "\r\n"))).toBe(tell(PATCH));
  });

  it.each([
    [
      "Old: It MUST answer.\nNew: It SHOULD answer\nat once.\n\nFrom 2.1 on.",
      "It MUST answer.",
      "It SHOULD answer at once.",
    ],
    ["*Before (2.0):* five\n*After (2.1):* three", "five", "three"],
    ["- was: 5 s\n- now: 3 s", "5 s", "3 s"],
  ])("takes %j for what was said and is said now", (text, before, after) => {
    expect(readChangeText(text).rewordings).toEqual([expect.objectContaining({ before, after })]);
  });

  it("takes a mail's subject and own words, and what it forwards where it has hardly any", () => {
    const headers = "From: Bob <b@x.org>\nTo: team@x.org\nSubject: RE: [EST] keys switched off\nDate: Tue\n";
    const said = "we will switch off key generation, and clients that ask for it get 404 from now on.";
    const mail = `${headers}\nHi all,\n\n${said}\n\nThanks\nBob\n-- \nBob | Corp\n> On Mon, Ann wrote:\n> do we need it?\n`;
    expect(readChangeText(mail)).toMatchObject({ kind: "mail", prose: `keys switched off\n\n${said}` });
    expect(readChangeText(`${headers}\nFYI\n\n> ${said}`).prose).toContain(said);
  });

  it("leaves a ticket's words and drops its marks", () => {
    const ticket = "h2. Description\nThe server answers 500.\n{noformat}\nHTTP/1.1 500\n{noformat}\n";
    expect(readChangeText(ticket).prose).toBe("Description\nThe server answers 500.\n\nHTTP/1.1 500");
    expect(readChangeText("To: do\nThe server answers 500.").kind).toBe("text");
  });

  it("reads any text, and tells no more of it than can be asked", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("diff --git a/x b/x\n", "@@ -1 +1 @@\n", "+++ \n", "From: a\n", "Old:", "New:\n"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(typeof tell(pieces.join(""))).toBe("string");
      }),
      { numRuns: 200 },
    );
    const files = Array.from(
      { length: 400 },
      (_, index) =>
        `diff --git a/f${index}.md b/f${index}.md\n--- a/f${index}.md\n+++ b/f${index}.md\n@@ -1 +1 @@\n-${"a".repeat(5000)}\n+b\n`,
    );
    expect(tell(files.join("")).length).toBeLessThan(10_000);
  });
});
