import { describe, expect, it } from "vitest";
import {
  isDescription,
  isExcluded,
  readDescription,
  readQuestion,
  topicsIn,
} from "../../../../agent/policy-models/reading/what-was-asked.ts";

const read = (text: string, later = false) => readQuestion(text, { later });
const ids = (text: string) => read(text).ids.map((id) => id.text);
const asks = (text: string, later = false) => [...read(text, later).asks];

describe("readQuestion", () => {
  it.each([
    ["tests linked to REQ-20441 (v2)", ["REQ-20441"]],
    ["what covers MSG-NGAP-014?", ["MSG-NGAP-014"]],
    ["req 20441 and REQ 7", []],
    ["see feature/acl/otg_tests/acl_dscp_match", ["feature/acl/otg_tests/acl_dscp_match"]],
    ["paths under oc:/acl/acl-sets/acl-set", ["oc:/acl/acl-sets/acl-set"]],
    ["test_ports.py::test_bound_twice fails", ["test_ports.py::test_bound_twice"]],
    ["CR-VVP-c42086a36b with CR-VVP-655f39713c", ["CR-VVP-c42086a36b", "CR-VVP-655f39713c"]],
    ["R-86476, us1864.c", ["R-86476", "us1864.c"]],
    ["what verifies _gJ2sMUdLEd6aqPZ5XkTZdg?", ["_gJ2sMUdLEd6aqPZ5XkTZdg"]],
    ["_1f3ab2c4-77aa-4d0e-9c31-5a0b6c7d8e9f and 2", ["_1f3ab2c4-77aa-4d0e-9c31-5a0b6c7d8e9f"]],
    ["tests for 要件-016を, and PRÜF-7", ["要件-016", "PRÜF-7"]],
    ["Größe-3 und Java-8", []],
    ["the field _private and snake_case_name", []],
    ["non-3GPP access, split CU/DU, w/o load, Rel-18, OS::Neutron::Port", []],
  ])("finds in %j the ids %j, whatever the corpus", (text, expected) => {
    expect(ids(text)).toEqual(expected);
  });

  it("takes short words with a digit for possible ids only", () => {
    const { ids: certain, possibleIds } = read("tests for R17 on N2 and REQ-1");
    expect([certain, possibleIds].map((found) => found.map(({ text }) => text))).toEqual([
      ["REQ-1"],
      ["R17", "N2", "REQ-1"],
    ]);
  });

  it("tells a question from the description behind it, which is all there is where nothing else is asked", () => {
    const about = "The timer is shorter (REQ-7).\n\nWhich tests? Not those of R17.";
    const named = read(`Which tests matter when REQ-1 changes?\n\n${about}`);
    expect([named.text, named.described]).toEqual([
      "Which tests matter when REQ-1 changes?",
      about.replace("\n\n", "\n"),
    ]);
    const bare = read(`Which tests matter for this change?\n\n${about}`);
    expect([isDescription(bare), bare.asks.has("seeks"), isDescription(named)]).toEqual([true, false, false]);
    expect(readDescription(named, ["REQ-7"]).text).not.toContain("REQ-7");
    expect(read("REQ-1 changes.\n\nIt is shorter.").described).toBe("");
  });

  it("marks what is not wanted, to the end of its sentence", () => {
    const question = read("Tests of FEA-101 but not of REQ-201. Also those of REQ-202.");
    expect(question.ids.map(({ at }) => isExcluded(question, at))).toEqual([false, true, false]);
  });

  it("takes what is tested elsewhere for not wanted, from the beginning of its clause", () => {
    const question = read("SPI-10001 is tested separately, so which tests remain for REQ-20001?");
    expect(question.ids.map(({ at }) => isExcluded(question, at))).toEqual([true, false]);
  });

  it("reads over typing errors in words of asking, and keeps names as they are", () => {
    expect(read("what do we rreun for UEInactivityNotification, whichever it covvers?").corrected).toBe(
      "what do we rerun for UEInactivityNotification, whichever it covers?",
    );
    expect(asks("REQ-1 and its parst")).toContain("within");
  });

  it.each([
    ["tests traced to both FEA-1 and FEA-2", "all"],
    ["tests traced to either FEA-1 or FEA-2", "any"],
    ["where do FEA-100 and FEA-200 overlap", "all"],
    ["both FEA-1 and FEA-2 change, tests on at least one of them", "any"],
  ])("reads from %j the relation %s", (text, relation) => {
    expect(asks(text).filter((intent) => intent === "all" || intent === "any")).toEqual([relation]);
  });

  it("drops words of asking, also misspelt by one letter, and keeps content", () => {
    expect(read("hey, which exsiting teests verify idle-mode paging?").words).toEqual(["idle-mode", "paging"]);
  });

  it("takes a short later turn, or one about `those`, for a follow-up; never the first turn", () => {
    expect([asks("only in lab"), asks("only in lab", true)]).toEqual([[], ["followsUp", "seeks"]]);
  });

  it("takes `the former` and `add` in a later turn for an addition to what was found", () => {
    const added = "Please add the test cases that are traced to requirement REQ-80561, in one list with the former.";
    expect(asks(added, true)).toEqual(expect.arrayContaining(["followsUp", "adds"]));
  });

  it.each([
    ["which tests verify paging?", true],
    ["customer is asking about paging, whcih tets do we have for that?", true],
    ["Flaky test in the paging suite: test_paging times out", false],
    ["What makes the relay restart; and which of its parts do they share?", false],
  ])("%j says that test cases are sought: %s", (text, expected) => {
    expect(asks(text).includes("seeks")).toBe(expected);
  });

  it("takes all of a description for what is described", () => {
    const text = "Relay restarts twice; and the list of faults is linked to it";
    expect(read(text)).toMatchObject({ text, aside: "" });
    expect(topicsIn(read("relay restarts, or else hangs"))).toHaveLength(1);
  });

  it("splits a question that lists topics", () => {
    expect(
      topicsIn(read("two topics: (1) tests about paging; (2) tests about charging")).map((topic) => topic.words),
    ).toEqual([["paging"], ["charging"]]);
    expect(topicsIn(read("tests about paging"))).toHaveLength(1);
  });
});

it.each([["Which tests cover the die attach of les Halles?", "die attach les Halles"]])(
  "takes of %s the words that say what is sought",
  (text, words) => {
    const { words: found, asks } = readQuestion(text, { later: false });
    expect([found.join(" "), asks.has("seeks")]).toEqual([words, true]);
  },
);
