import { describe, expect, it } from "vitest";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { faultQueries } from "../../../scenarios/faults/queries.ts";

function report(title: string, text: string): Artifact {
  return { id: title, type: "bug", title, text, meta: {} };
}

describe("queries of a report", () => {
  const asked = report(
    "Balancer stalls when it rebalances",
    "It stalls after a minute.\n\tat org.example.Balancer.run(Balancer.java:7)\njava.io.IOException: closed\nThen nothing.",
  );
  const queries = faultQueries([asked, report("Balancer is slow", "It rebalances."), report("Disk full", "It stops.")]);

  it("keywords are its heaviest words that another report has, in its order", () => {
    expect(queries.of(asked, "keyword")).toBe("balancer it rebalances");
  });

  it("diagnostic are the lines that a program wrote; none where none did", () => {
    expect(queries.of(asked, "diagnostic")).toBe(
      "at org.example.Balancer.run(Balancer.java:7)\njava.io.IOException: closed",
    );
    expect(queries.of(report("Disk full", "An error is shown."), "diagnostic")).toBeNull();
  });

  it.each(["E121: Undefined variable", "terminated by SIGSEGV", "2024-01-02 WARN retry", "TypeError: x is undefined"])(
    "%s is a program's line",
    (line) => expect(queries.of(report("x", `Seen:\n${line}\nafterwards`), "diagnostic")).toBe(line),
  );

  it("a report without a text has no symptom, one whose words nobody else has no keywords", () => {
    expect(queries.of(report("Alone", " "), "symptom")).toBeNull();
    expect(faultQueries([report("Alone", "")]).of(report("Alone", ""), "keyword")).toBeNull();
  });
});
