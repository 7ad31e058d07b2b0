import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Recogniser } from "../../../import/redaction/recogniser.ts";
import { creditCard } from "../../../import/redaction/recognisers/credit-card.ts";
import { email } from "../../../import/redaction/recognisers/email.ts";
import { iban } from "../../../import/redaction/recognisers/iban.ts";
import { ipAddress } from "../../../import/redaction/recognisers/ip-address.ts";
import { pattern } from "../../../import/redaction/recognisers/pattern.ts";
import { person } from "../../../import/redaction/recognisers/person.ts";
import { phone } from "../../../import/redaction/recognisers/phone.ts";
import { processorMs } from "../../soon.ts";

function foundIn(recogniser: Recogniser, text: string): string[] {
  return Array.from(recogniser.find(text), ({ start, end }) => text.slice(start, end));
}

function valuesIn(recogniser: Recogniser, text: string): string[] {
  return Array.from(recogniser.find(text), ({ value }) => value);
}

const PEOPLE = person("Ada Lovelace; Lovelace, Ada; ada.l\n# a remark\nWill\nJürgen Groß; 大川 太郎\n");

describe("what is found", () => {
  // Numbers: Wikipedia's examples of IBANs, the card networks' test numbers, RFC 5737 and 3849, fictional phone numbers.
  it.each<[string, Recogniser, string, string[]]>([
    ["addresses in brackets and links", email, "<Ada@Example.org>, mailto:x%40y.de?a", ["Ada@Example.org", "x%40y.de"]],
    ["an address at a sentence's end", email, "ask a.b+c@mail.example.co.uk.", ["a.b+c@mail.example.co.uk"]],
    [
      "letters of any script",
      email,
      "jürgen@bücher.example 用户@例子.广告",
      ["jürgen@bücher.example", "用户@例子.广告"],
    ],
    ["no name without a domain", email, "@Test user@host a@b @ c.d 5@6.7", []],
    [
      "groups of an IBAN",
      iban,
      "GB82 WEST 1234 5698 7654 32, de89370400440532013000",
      ["GB82 WEST 1234 5698 7654 32", "de89370400440532013000"],
    ],
    ["no IBAN with a wrong check digit", iban, "GB83 WEST 1234 5698 7654 32, TC01ABCDEFGHIJKLM", []],
    ["an IBAN before other words", iban, "DE89 3704 0044 0532 0130 00 EUR 12", ["DE89 3704 0044 0532 0130 00"]],
    [
      "cards with and without groups",
      creditCard,
      "4111 1111 1111 1111 2 and 378282246310005",
      ["4111 1111 1111 1111", "378282246310005"],
    ],
    [
      "no card with a wrong check digit, of no issuer, inside of a number",
      creditCard,
      "4111111111111112 0000000000000000 x4111111111111111 1732442400000",
      [],
    ],
    [
      "addresses of both versions",
      ipAddress,
      "192.0.2.7:80, [2001:db8::1] fe80::1%eth0, 2001:db8::192.0.2.9.",
      ["192.0.2.7", "192.0.2.9", "2001:db8::1", "fe80::1", "2001:db8::192.0.2.9"],
    ],
    [
      "neither times, versions nor names of C++",
      ipAddress,
      "12:30:45 1.2.3 256.1.1.1 std::abc Face::add 1.2.3.4.5 v1.2.3.4",
      [],
    ],
    [
      "numbers with a country",
      phone(),
      "+49 30 901820, +1 (212) 555-0123, 030 901820",
      ["+49 30 901820", "+1 (212) 555-0123"],
    ],
    ["numbers as a country writes them", phone("DE"), "Tel. 030 901820 am 24.11.2026, REQ-0301234567", ["030 901820"]],
    [
      "people by each of their names",
      PEOPLE,
      "LOVELACE,  Ada and ada_l, Ada-Lovelace or Ada L.",
      ["LOVELACE,  Ada", "ada_l", "Ada-Lovelace", "Ada L"],
    ],
    ["a name of one word as it is written", PEOPLE, "Will will WILL", ["Will", "WILL"]],
    ["names without blanks around them", PEOPLE, "担当:大川 太郎です。", ["大川 太郎"]],
    [
      "an expression of one's own",
      pattern({ name: "badge", pattern: "(?i)\\bemp-\\d{6}\\b" }),
      "😀 Emp-123456 emp-1",
      ["Emp-123456"],
    ],
  ])("%s", (_title, recogniser, text, found) => {
    expect(foundIn(recogniser, text)).toEqual(found);
  });

  it("takes spellings of one thing for one", () => {
    expect(new Set(valuesIn(email, "ADA@X.ORG ada@x.org ada%40x.org")).size).toBe(1);
    expect(new Set(valuesIn(iban, "GB82 WEST 1234 5698 7654 32 GB82WEST12345698765432")).size).toBe(1);
    expect(new Set(valuesIn(phone("DE"), "+49 30 901820 / 030-901820 / +4930901820")).size).toBe(1);
    expect(new Set(valuesIn(ipAddress, "2001:DB8:0:0:0:0:0:1 2001:db8::1")).size).toBe(1);
    expect(new Set(valuesIn(PEOPLE, "Ada Lovelace, Lovelace, Ada")).size).toBe(1);
  });
});

describe("time", () => {
  // Each is the worst that its expression could be fed; 200,000 signs took 2.5 s of processor time at most (phone numbers of a country without end), most 10 ms.
  it.each<[string, Recogniser, string]>([
    ["email", email, "a"],
    ["email", email, "a.a-"],
    ["email", email, "a@"],
    ["email", email, "a@a."],
    ["iban", iban, "DE89 "],
    ["iban", iban, "GB82WEST"],
    ["credit_card", creditCard, "4 "],
    ["credit_card", creditCard, "4111 "],
    ["ip_address", ipAddress, "1."],
    ["ip_address", ipAddress, "a:"],
    ["phone", phone("DE"), "0 "],
    ["phone", phone("DE"), "+49 30 "],
    ["person", PEOPLE, "Ada "],
    ["pattern", pattern({ name: "x", pattern: "(a+)+b" }), "a"],
  ])("%s reads a long text of '%s' in proportion", (name, recogniser, unit) => {
    const used = [10_000, 40_000].map((length) =>
      processorMs(() => foundIn(recogniser, unit.repeat(length / unit.length))),
    );
    expect(used[1], name).toBeLessThan(10 * used[0]! + 1_000);
  });
});

describe("check digits", () => {
  it("finds every card number of an issuer that Luhn's digit completes, and none that it does not", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 9 }), (body, off) => {
        const start = [4, ...body];
        const check = luhnDigit(start);
        expect(foundIn(creditCard, `card ${start.join("")}${check}.`)).toHaveLength(1);
        expect(foundIn(creditCard, `card ${start.join("")}${(check + off) % 10}.`)).toHaveLength(0);
      }),
    );
  });
});

/** ISO/IEC 7812-1, annex B, written by its words: every second digit from the right is doubled, and digits are summed. */
function luhnDigit(digits: readonly number[]): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? 2 * digit : digit;
    return total + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
