import type { Artifact } from "../../ports/corpus.ts";
import type { Concept } from "./vocabulary/concept.ts";
import { NO_FAILURE } from "./vocabulary/failure-conditions.ts";
import { ACRONYMS, STRATEGY } from "./vocabulary/knowledge.ts";
import { PROTOCOLS } from "./vocabulary/protocols.ts";
import { QUALITY_AREAS } from "./vocabulary/test-management.ts";
import { FAILURES, type TestedProcedure } from "./world.ts";

interface Entry {
  title: string;
  kind: "acronym" | "abbreviation" | "term" | "strategy";
  expansion: string;
  text: string;
}

/** The knowledge base: what acronyms stand for, how people call things, and how testing is meant to be done. */
export function writeKnowledge(world: readonly TestedProcedure[]): Artifact[] {
  const entries = [
    ...ACRONYMS.map(([title, expansion]) => acronym(title, expansion)),
    ...PROTOCOLS.map((protocol) => acronym(protocol.name, protocol.long)),
    ...world.flatMap(({ procedure, area }) => [
      term(procedure, `A procedure of ${area.title}.`),
      abbreviation(procedure),
    ]),
    ...FAILURES.map((failure) => term(failure, "A failure condition that tests provoke.")),
    term(NO_FAILURE, "The value of tests in which nothing is provoked."),
    ...QUALITY_AREAS.map((area) => term(area, "A quality area of tests.")),
    ...[...new Set(world.map(({ area }) => area))].map((area) => areaEntry(area.name, area.title)),
    ...STRATEGY.map(({ title, text }): Entry => ({ title, kind: "strategy", expansion: "", text })),
  ];
  const seen = new Set<string>();
  const unique = entries.filter(({ kind, title }) => !seen.has(`${kind} ${title}`) && seen.add(`${kind} ${title}`));
  return unique.map(({ title, kind, expansion, text }, index) => {
    const id = `KB-${String(index + 1).padStart(4, "0")}`;
    return { id, type: "knowledge", title, text, meta: { kind, expansion } };
  });
}

function acronym(title: string, expansion: string): Entry {
  return { title, kind: "acronym", expansion, text: `${title} stands for ${expansion}.` };
}

function abbreviation({ name, short }: Concept): Entry {
  return { title: short ?? name, kind: "abbreviation", expansion: name, text: `Testers write ${short} for ${name}.` };
}

function term(concept: Concept, nature: string): Entry {
  const said = [...concept.spec, ...concept.plain, ...concept.lab];
  return {
    title: concept.name,
    kind: "term",
    expansion: "",
    text: `${nature} Also said: ${said.join("; ")}.`,
  };
}

function areaEntry(name: string, title: string): Entry {
  return { title: name, kind: "term", expansion: title, text: `A feature area of the product. Also said: ${title}.` };
}
