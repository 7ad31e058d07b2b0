import { describe, expect, it } from "vitest";
import { credentialsIn, redactAddresses } from "../../../../base/providers/secrets/addresses.ts";
import { makeRedactor } from "../../../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../../../base/providers/secrets/secrets.ts";
import { makeRandom, pick, type Random } from "../../../../base/random.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { processorMs } from "../../../soon.ts";

const KEY = 'sk-Planted/0123+456"789\\x';
const redactor = makeRedactor(secretsOf({ MY_KEY: KEY }));
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Longest part of a text that stands in another. */
function longestShared(text: string, secret: string): number {
  let longest = 0;
  for (let start = 0; start < secret.length; start++)
    while (start + longest < secret.length && text.includes(secret.slice(start, start + longest + 1))) longest++;
  return longest;
}

function randomText(random: Random, length: number, alphabet: string): string {
  return Array.from({ length }, () => pick(random, [...alphabet])).join("");
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SIGNS = `${LETTERS}-_/+=.~!*'() "\\%&?:@{}é`;

describe("what an error quotes of a key", () => {
  it.each<[string, string]>([
    ["as it is", KEY],
    ["in JSON", JSON.stringify({ key: KEY })],
    ["in JSON as PHP writes it", JSON.stringify({ key: KEY }).replaceAll("/", "\\/")],
    ["in an address", `https://host/?key=${encodeURIComponent(KEY)}`],
    ["in an address, in small letters", encodeURIComponent(KEY).replaceAll("%2F", "%2f").replaceAll("%2B", "%2b")],
    ["in Base64", base64(KEY)],
    ["in Base64 behind a user", `Basic ${base64(`user:${KEY}`)}`],
    ["in Base64 between others", base64(`ab${KEY}cd`)],
    ["in Base64 in an address", encodeURIComponent(base64(`\u00ff\u00ff${KEY}`))],
    ["in Base64 for addresses", Buffer.from(`x${KEY}`).toString("base64url")],
    ["its beginning", `${KEY.slice(0, 8)}...`],
    ["its end", `...${KEY.slice(-8)}`],
    ["twice, without a gap", KEY + KEY],
  ])("goes: %s", (_how, quoted) => {
    const clean = redactor.text(`Incorrect API key: ${quoted}.`);
    expect(clean).toContain("[redacted: MY_KEY]");
    for (const form of [
      KEY,
      base64(KEY),
      base64(`a${KEY}`).slice(2),
      base64(`ab${KEY}`).slice(3),
      encodeURIComponent(KEY),
    ])
      expect(longestShared(clean, form), clean).toBeLessThan(8);
  });

  it("stays where it is shorter than anything that could be used", () => {
    expect(redactor.text(`key ending in ${KEY.slice(-7)}`)).toContain(KEY.slice(-7));
  });

  it("goes from the body of an answer, whatever its escapes, which stays JSON", () => {
    const escaped = [...KEY].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    for (const body of [`{"error":"${escaped}"}`, JSON.stringify({ [KEY]: [1, { deep: `a\\${KEY}"` }] })]) {
      const clean = JSON.stringify(JSON.parse(redactor.body(body)));
      expect(clean).toContain("[redacted: MY_KEY]");
      expect(longestShared(clean, KEY)).toBeLessThan(8);
    }
    const untouched = '{ "n": 1.0, "big": 12345678901234567890 }';
    expect(redactor.body(untouched)).toBe(untouched);
    const deep = `${"[".repeat(100_000)}"${KEY.slice(0, 12)}"${"]".repeat(100_000)}`;
    expect(longestShared(redactor.body(deep), KEY)).toBeLessThan(8);
  });

  it("never is 8 characters long or longer, and nothing else of a text is changed", () => {
    const random = makeRandom("redactor");
    for (let round = 0; round < 400; round++) {
      const secret = randomText(random, 8 + Math.floor(random() * 40), round % 2 === 0 ? LETTERS : SIGNS);
      const one = makeRedactor([{ name: "S", value: secret }]);
      const parts = Array.from({ length: 6 }, () => {
        const start = Math.floor(random() * secret.length);
        const piece = secret.slice(start, start + Math.floor(random() * 20));
        const other = randomText(random, Math.floor(random() * 12), SIGNS);
        return (
          other +
          pick(random, [piece, encodeURIComponent(piece.replaceAll("é", "")), base64(secret), JSON.stringify(piece)])
        );
      });
      const text = parts.join("");
      const clean = one.text(text);
      expect(longestShared(clean, secret), JSON.stringify([secret, text])).toBeLessThan(8);
      // What is left of it is left in its order.
      let at = 0;
      for (const rest of nonEmpty(clean.split("[redacted: S]"))) {
        const found = text.indexOf(rest, at);
        expect(found, JSON.stringify([secret, text, clean])).toBeGreaterThanOrEqual(at);
        at = found + rest.length;
      }
      const without = randomText(random, 200, SIGNS);
      if (longestShared(without, secret) < 8) expect(one.text(without)).toBe(without);
    }
  });

  it("is found in a time that grows with the text, however much of it looks like a key", () => {
    const looks = makeRedactor(secretsOf({ A_KEY: `${"ab".repeat(40)}c`, B_KEY: "a".repeat(200) }));
    const texts = [
      "abababa ".repeat(125_000),
      `${"ab".repeat(40)}c`.repeat(12_000),
      "://a@".repeat(200_000),
      "a".repeat(1_000_000),
    ];
    for (const text of texts) {
      // A quadratic search takes minutes.
      expect(processorMs(() => looks.message(text))).toBeLessThan(10_000);
    }
  });
});

describe("what is secret in an environment", () => {
  it("is the value of what is called a key, of what is named, and the credentials alone of an address", () => {
    const environment = {
      A_TOKEN: "token-value",
      MY_LOGIN: "named-value",
      PLAIN: "plain-value",
      SHORT_KEY: "short",
      SCOPEBENCH_POSTGRES_URL:
        "postgres://someone:p%40ssword-1@db.example:5432/scope?sslmode=require&sslpassword=another-one",
      PROXY: "http://only-a-key@proxy.example",
      BROKEN: "postgres://me:with/slash@host/db",
      SERVER_KEY: "https://host.example/hook/0123456789",
    };
    const secrets = secretsOf(environment, ["MY_LOGIN"]);
    expect(secrets.map(({ name, value }) => `${name} ${value}`).sort()).toEqual([
      "A_TOKEN token-value",
      "BROKEN with/slash",
      "MY_LOGIN named-value",
      "PROXY only-a-key",
      "SCOPEBENCH_POSTGRES_URL another-one",
      "SCOPEBENCH_POSTGRES_URL p%40ssword-1",
      "SCOPEBENCH_POSTGRES_URL p@ssword-1",
      "SERVER_KEY https://host.example/hook/0123456789",
    ]);
    expect(credentialsIn("not an address: a@b")).toEqual([]);
  });
});

describe("addresses in messages", () => {
  it.each([
    ["connect to bolt://neo4j:pw@host:7687 failed", "connect to bolt://[redacted]@host:7687 failed"],
    ['bad "https://h/v1?key=abc&b=c#d", again', 'bad "https://h/v1?key=[redacted]&b=[redacted]#d", again'],
    ["postgres://a:b@c@host/db?x", "postgres://[redacted]@host/db?x"],
    ["https://host/@scope/a?b", "https://host/@scope/a?b"],
    ["artifact://thread?path=/results/000.json", "artifact://thread?path=/results/000.json"],
    ["C:/team@home/corpus", "C:/team@home/corpus"],
    ["/runs/https:/a:b@host/x", "/runs/https:/[redacted]@host/x"],
    ["nothing here ://", "nothing here ://"],
  ])("%s", (text, clean) => {
    expect(redactAddresses(text)).toBe(clean);
    expect(redactAddresses(clean)).toBe(clean);
  });
});
