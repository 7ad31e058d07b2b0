import { describe, expect, it } from "vitest";
import { addressOf, checkCredentials, readKey } from "../../../agent/models/credentials.ts";
import { UserError } from "../../../base/user-error.ts";

const remote = { name: "big", provider: "openai", baseUrl: "https://models.example/v1", apiKeyEnv: "BIG_KEY" } as const;

describe("checkCredentials", () => {
  it("names every model whose key is missing or blank, at once, without showing other values", () => {
    const models = [
      remote,
      { name: "claude", provider: "anthropic" } as const,
      { name: "explorer", provider: "policy" } as const,
    ];
    try {
      checkCredentials(models, { BIG_KEY: "  ", OTHER: "secret" });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).code).toBe("credentials");
      expect((error as UserError).problems).toHaveLength(2);
      expect(JSON.stringify(error)).not.toContain("secret");
    }
  });

  it("asks no key of policy models and of endpoints with an own URL and no key variable", () => {
    expect(() =>
      checkCredentials([{ name: "local", provider: "openai", baseUrl: "http://127.0.0.1:8000/v1" }], {}),
    ).not.toThrow();
    expect(() => checkCredentials([{ name: "explorer", provider: "policy" }], {})).not.toThrow();
  });

  it("refuses a key that no header can hold, without showing it", () => {
    const found = (key: string) => () => checkCredentials([remote], { BIG_KEY: key });
    for (const key of ["sk-two\nlines", "sk with blanks", "sk-größer"])
      expect(found(key)).toThrow(
        expect.objectContaining({
          problems: [expect.stringMatching(/^big: expected a key in BIG_KEY, found one with/)],
        }),
      );
    expect(found(" sk-trimmed\n")).not.toThrow();
  });

  it("two models of one provider with one key have one address, whether its variable is named or not", () => {
    const plain = { name: "a", provider: "openai" } as const;
    expect(addressOf(plain)).toEqual(addressOf({ ...plain, apiKeyEnv: "OPENAI_API_KEY" }));
    expect(addressOf(plain)).not.toEqual(addressOf({ ...plain, apiKeyEnv: "OTHER" }));
  });

  it("reads the key from the variable that the configuration names", () => {
    expect(readKey(remote, { BIG_KEY: "k1", OPENAI_API_KEY: "k2" })).toBe("k1");
  });
});
