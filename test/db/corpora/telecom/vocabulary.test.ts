import { describe, expect, it } from "vitest";
import { makeMessages, messageKey } from "../../../../db/corpora/telecom/catalog.ts";
import type { Concept } from "../../../../db/corpora/telecom/vocabulary/concept.ts";
import { FEATURE_AREAS } from "../../../../db/corpora/telecom/vocabulary/procedures/index.ts";
import { PROTOCOLS } from "../../../../db/corpora/telecom/vocabulary/protocols.ts";
import { FAILURES } from "../../../../db/corpora/telecom/world.ts";

const procedures = FEATURE_AREAS.flatMap((area) => area.procedures);

describe("telecom vocabulary", () => {
  it("has every message that a procedure names, in the protocol that it names", () => {
    const messages = makeMessages();
    const unknown = procedures.flatMap(({ name, routes }) =>
      routes.flatMap((route) =>
        route.messages
          .filter((message) => !messages.has(messageKey(route.protocol, message)))
          .map((message) => `${name}: ${route.protocol} ${message}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it("says every concept in words of its own: no name, abbreviation or paraphrase stands for two", () => {
    const wordings = ({ name, short, lab, spec, plain }: Concept) =>
      [name, ...(short ? [short] : []), ...lab, ...spec, ...plain].map((word) => word.toLowerCase());
    const all = [...procedures, ...FAILURES].flatMap(wordings);
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
  });

  it("gives each parameter to one procedure", () => {
    const parameters = procedures.flatMap((procedure) => procedure.parameters);
    expect(parameters.filter((name, index) => parameters.indexOf(name) !== index)).toEqual([]);
  });

  it("has 70 procedures, each with a fault that fits its layer, and 24 protocols", () => {
    expect(procedures).toHaveLength(70);
    expect(PROTOCOLS).toHaveLength(24);
    for (const { layer } of procedures)
      expect(FAILURES.filter(({ layers }) => layers.includes(layer)).length).toBeGreaterThan(4);
  });
});
