import { isIPv4, isIPv6 } from "node:net";
import type { FoundSpan, Recogniser } from "../recogniser.ts";

const VERSION_4 = /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g;
const VERSION_6 = /(?<![\w:.])(?=[\da-fA-F]{0,4}:)[\da-fA-F:]{3,39}(?:(?:\.\d{1,3}){3})?(?![\w:]|\.\d)/g;

/**
 * IP addresses of both versions. Numbers of four parts are addresses wherever they stand: `10.2.3.4` may be a section. Version 6 needs
 * a digit, since `::` and `dead::beef` are names in C++.
 */
export const ipAddress: Recogniser = {
  name: "ip_address",
  *find(text): Iterable<FoundSpan> {
    for (const { 0: found, index } of text.matchAll(VERSION_4))
      if (isIPv4(found)) yield { start: index, end: index + found.length, value: found };
    if (!text.includes(":")) return;
    for (const { 0: found, index } of text.matchAll(VERSION_6))
      if (/\d/.test(found) && isIPv6(found))
        yield { start: index, end: index + found.length, value: new URL(`http://[${found}]`).hostname };
  },
};
