import { pick, type Random, randomInteger } from "../../base/random.ts";
import { CITIES, VENDORS, WEEKDAYS } from "./words.ts";

/** A kind of fact: how it is written, and how it is asked for in other words. */
export interface Attribute {
  name: string;
  value(random: Random, people: readonly string[]): string;
  /** A statement on a system; each is a paraphrase of the first, and each holds both names. */
  forms: readonly ((system: string, value: string) => string)[];
  /** What a thread says in reply to the question, where the system is not named again. */
  reply(value: string): string;
  ask: readonly ((system: string) => string)[];
}

const number = (random: Random, least: number, most: number) => least + randomInteger(random, most - least + 1);

export const ATTRIBUTES: readonly Attribute[] = [
  {
    name: "owner",
    value: (random, people) => pick(random, people),
    forms: [
      (system, value) => `${system} is owned by ${value}.`,
      (system, value) => `For anything about ${system}, ${value} is in charge.`,
      (system, value) => `${value} has been looking after ${system} for a while.`,
    ],
    reply: (value) => `That is ${value}.`,
    ask: [(system) => `Who is responsible for ${system}?`, (system) => `Whose system is ${system}?`],
  },
  {
    name: "retention",
    value: (random) => `${number(random, 11, 97)} days`,
    forms: [
      (system, value) => `Logs of ${system} are kept for ${value}.`,
      (system, value) => `${system} deletes its logs after ${value}.`,
      (system, value) => `After ${value} nothing remains of what ${system} has logged.`,
    ],
    reply: (value) => `They are kept for ${value}.`,
    ask: [(system) => `How long do we keep logs of ${system}?`, (system) => `What is the log retention of ${system}?`],
  },
  {
    name: "window",
    value: (random) => `${pick(random, WEEKDAYS)} at ${String(number(random, 0, 23)).padStart(2, "0")}:30`,
    forms: [
      (system, value) => `The maintenance window of ${system} is ${value}.`,
      (system, value) => `${system} may be restarted on ${value} and at no other time.`,
      (system, value) => `Downtime of ${system} is scheduled for ${value}.`,
    ],
    reply: (value) => `It is ${value}.`,
    ask: [
      (system) => `When is the maintenance window of ${system}?`,
      (system) => `When may ${system} be taken down for maintenance?`,
    ],
  },
  {
    name: "limit",
    value: (random) => `${number(random, 11, 999)} requests per second`,
    forms: [
      (system, value) => `${system} takes at most ${value}.`,
      (system, value) => `The rate limit of ${system} is ${value}.`,
      (system, value) => `Above ${value}, ${system} starts to refuse work.`,
    ],
    reply: (value) => `At most ${value}.`,
    ask: [(system) => `What is the rate limit of ${system}?`, (system) => `How much load does ${system} accept?`],
  },
  {
    name: "region",
    value: (random) => `the ${pick(random, CITIES)} data centre`,
    forms: [
      (system, value) => `${system} runs in ${value}.`,
      (system, value) => `We host ${system} in ${value}.`,
      (system, value) => `The machines of ${system} stand in ${value}.`,
    ],
    reply: (value) => `In ${value}.`,
    ask: [(system) => `Where is ${system} hosted?`, (system) => `Which data centre does ${system} run in?`],
  },
  {
    name: "vendor",
    value: (random) => pick(random, VENDORS),
    forms: [
      (system, value) => `${system} is supplied by ${value}.`,
      (system, value) => `We buy ${system} from ${value}.`,
      (system, value) => `The contract for ${system} is with ${value}.`,
    ],
    reply: (value) => `From ${value}.`,
    ask: [(system) => `Which vendor supplies ${system}?`, (system) => `From whom do we buy ${system}?`],
  },
  {
    name: "budget",
    value: (random) => `EUR ${number(random, 21, 989)},000`,
    forms: [
      (system, value) => `The budget of ${system} is ${value}.`,
      (system, value) => `${value} is set aside for ${system} this year.`,
      (system, value) => `${system} may cost up to ${value}.`,
    ],
    reply: (value) => `It is ${value}.`,
    ask: [(system) => `What is the budget of ${system}?`, (system) => `How much money is planned for ${system}?`],
  },
  {
    name: "release",
    value: (random) => `2026-${String(number(random, 11, 12))}-${String(number(random, 10, 28))}`,
    forms: [
      (system, value) => `The next release of ${system} is on ${value}.`,
      (system, value) => `${system} ships on ${value}.`,
      (system, value) => `We go live with the new ${system} on ${value}.`,
    ],
    reply: (value) => `On ${value}.`,
    ask: [(system) => `When is the next release of ${system}?`, (system) => `When does the new ${system} go live?`],
  },
];
