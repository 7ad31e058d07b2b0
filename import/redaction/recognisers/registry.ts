import { isSupportedCountry } from "libphonenumber-js/max";
import type { BUILT_IN_RECOGNISERS, RedactionOptions } from "../options.ts";
import type { Recogniser } from "../recogniser.ts";
import { creditCard } from "./credit-card.ts";
import { email } from "./email.ts";
import { iban } from "./iban.ts";
import { ipAddress } from "./ip-address.ts";
import { pattern, patternFault } from "./pattern.ts";
import { person } from "./person.ts";
import { phone } from "./phone.ts";

type Make = (options: Pick<RedactionOptions, "phone_country">) => Recogniser;

const MAKERS: Readonly<Record<(typeof BUILT_IN_RECOGNISERS)[number], Make>> = {
  email: () => email,
  phone: ({ phone_country }) => phone(phone_country),
  iban: () => iban,
  credit_card: () => creditCard,
  ip_address: () => ipAddress,
};

/** What no recogniser can be made of, a line each. */
export function recogniserFaults({ patterns, phone_country: country }: RedactionOptions): string[] {
  return [
    ...patterns.flatMap(({ name, pattern: source }) => {
      const fault = patternFault(source);
      return fault === null
        ? []
        : [`redaction.patterns: ${name}: expected a regular expression of RE2, found ${fault}`];
    }),
    ...(country === undefined || isSupportedCountry(country)
      ? []
      : [`redaction.phone_country: expected a country with a numbering plan, such as DE, found ${country}`]),
  ];
}

/** Those of a configuration; of two that find the same place, the earlier one names it. */
export function recognisersOf(options: RedactionOptions, persons: string | null): Recogniser[] {
  return [
    ...options.patterns.map(pattern),
    ...(persons === null ? [] : [person(persons)]),
    ...options.recognisers.map((name) => MAKERS[name](options)),
  ];
}
