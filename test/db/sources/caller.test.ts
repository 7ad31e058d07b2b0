import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { UserError } from "../../../base/user-error.ts";
import { Caller } from "../../../db/sources/caller.ts";

const TOKEN = "wiki-token-of-mira";

describe("a caller", () => {
  it("gives a token to whoever asks for a source's, and null for a source without one", () => {
    const caller = Caller.withTokens("mira", { wiki: TOKEN });
    expect(Caller.tokenOf(caller, "wiki")).toBe(TOKEN);
    expect(Caller.tokenOf(caller, "chat")).toBeNull();
    expect(Caller.tokenOf(caller, "constructor")).toBeNull();
  });

  it("is printed, copied and serialised without its tokens", () => {
    const caller = Caller.withTokens("mira", { wiki: TOKEN });
    const forms = [
      JSON.stringify({ caller, list: [caller] }),
      inspect({ caller }, { depth: 9, showHidden: true }),
      `${caller}`,
      JSON.stringify(Object.entries(caller)),
      inspect({ ...caller }),
      inspect(structuredClone(caller), { showHidden: true }),
      inspect(Object.getOwnPropertyDescriptors(caller)),
    ];
    expect(forms.filter((form) => form.includes(TOKEN))).toEqual([]);
    expect(forms[0]).toBe('{"caller":{"caller":"mira"},"list":[{"caller":"mira"}]}');
    expect(forms[1]).toBe("{ caller: Caller mira }");
  });

  it("takes tokens of variables, and names all that are not set at once", () => {
    const variables = { wiki: "MIRA_WIKI", chat: "MIRA_CHAT", tracker: "MIRA_TRACKER" };
    const make = () => Caller.fromEnvironment("mira", variables, { MIRA_WIKI: TOKEN, MIRA_CHAT: "" });
    expect(make).toThrow(UserError);
    expect(make).toThrow(/MIRA_CHAT .*MIRA_TRACKER/);
    const caller = Caller.fromEnvironment("mira", { wiki: "MIRA_WIKI" }, { MIRA_WIKI: TOKEN });
    expect(Caller.tokenOf(caller, "wiki")).toBe(TOKEN);
  });
});
