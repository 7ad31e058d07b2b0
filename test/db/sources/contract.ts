import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRecorder } from "../../../base/providers/recording/record.ts";
import { onThread, withRecording } from "../../../base/providers/recording/recording.ts";
import { openReplay } from "../../../base/providers/recording/replay.ts";
import { Caller } from "../../../db/sources/caller.ts";
import type { LiveItem, LiveSource, SearchOutcome, SourceQuery } from "../../../db/sources/port.ts";
import { recordedSource } from "../../../db/sources/recorded-source.ts";
import { nonEmpty } from "../../non-empty.ts";

/** What a source must hold for the contract to be run on it. */
export interface ContractWorld {
  source: LiveSource;
  /** May see all of what is named here. */
  insider: Caller;
  /** May see `shared`, and not `secret`. */
  outsider: Caller;
  /** Has a token that the source does not take. */
  stranger: Caller;
  /** Words, each in one item or more. */
  shared: string;
  secret: string;
  /** A phrase of an item, whose words stand in another item apart from each other. */
  phrase: string;
  /** In so many items that the insider may see, and that are more than a page. */
  many: { word: string; count: number };
  /** An id as the source's are, of nothing. */
  unknownId: string;
}

const ALL = { limit: 1_000, pages: 100 };

/** What every live source owes its callers, whatever stands behind it. */
export function describeContract(title: string, open: () => Promise<ContractWorld>): void {
  describe(`live source ${title}`, () => {
    for (const { title, check } of nonEmpty(contractChecks)) it(title, async () => check(await open()));
  });
}

interface ContractCheck {
  title: string;
  check(world: ContractWorld): Promise<void>;
}

export const contractChecks: readonly ContractCheck[] = [
  {
    title: "gives items that can be shown, cited and opened",
    async check({ source, outsider, shared }) {
      const { name, items: kinds } = source.describe();
      const items = itemsOf(await source.search(ask(shared), ALL, outsider));
      for (const item of nonEmpty(items)) {
        expect(item).toMatchObject({ source: name, id: expect.stringMatching(/./), title: expect.stringMatching(/./) });
        expect(kinds).toContain(item.kind);
        expect(() => new URL(item.address)).not.toThrow();
        if (item.updatedAt !== null) expect(new Date(item.updatedAt).toISOString()).toBe(item.updatedAt);
        const opened = await source.open(item.id, outsider);
        const same = { id: item.id, kind: item.kind, title: item.title, address: item.address, parent: item.parent };
        expect(opened).toMatchObject({ type: "opened", item: same });
        expect(JSON.stringify(opened).toLowerCase()).toContain(shared.toLowerCase());
      }
    },
  },

  {
    title: "shows a caller without rights nothing: neither by search, nor by id, nor by a count",
    async check({ source, insider, outsider, secret, many }) {
      const hidden = nonEmpty(itemsOf(await source.search(ask(secret), ALL, insider)));
      const seen = await source.search(ask(secret), ALL, outsider);
      expect(seen).toMatchObject({ type: "found", items: [], truncated: null });
      if (seen.type === "found") expect(seen.total ?? 0).toBe(0);
      for (const { id } of hidden) {
        const opened = await source.open(id, outsider);
        expect(["gone", "forbidden"]).toContain(opened.type);
        expect(JSON.stringify(opened)).not.toContain(secret);
      }
      const others = itemsOf(await source.search(ask(secret, many.word), ALL, outsider));
      expect(others.filter(({ id }) => hidden.some((item) => item.id === id))).toEqual([]);
    },
  },

  {
    title: "says that it does not know a caller, never that there is nothing",
    async check({ source, stranger, shared, unknownId }) {
      for (const caller of [stranger, Caller.withTokens("nobody", {})]) {
        expect(await source.search(ask(shared), ALL, caller)).toMatchObject({ type: "unauthorised" });
        expect(await source.open(unknownId, caller)).toMatchObject({ type: "unauthorised" });
        expect(await source.containers(caller)).toMatchObject({ type: "unauthorised" });
      }
    },
  },

  {
    title: "finds nothing where there is nothing, and opens nothing there",
    async check({ source, insider, unknownId }) {
      const outcome = await source.search(ask("zzqqnotthere"), ALL, insider);
      expect(outcome).toMatchObject({ type: "found", items: [], truncated: null });
      expect(outcome.requests.length).toBeGreaterThan(0);
      expect(await source.open(unknownId, insider)).toMatchObject({ type: "gone" });
    },
  },

  {
    title: "gives each item once over all pages, and says when it stops before the last",
    async check({ source, insider, many }) {
      const all = await source.search(ask(many.word), ALL, insider);
      expect(all).toMatchObject({ type: "found", truncated: null });
      const ids = itemsOf(all).map(({ id }) => id);
      expect(ids).toHaveLength(many.count);
      expect(new Set(ids).size).toBe(many.count);
      const cut = await source.search(ask(many.word), { limit: 2, pages: 100 }, insider);
      expect(itemsOf(cut).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(cut).toMatchObject({ type: "found", truncated: { shown: 2 } });
      if (cut.type === "found") expect([many.count, null]).toContain(cut.truncated?.of);
    },
  },

  {
    title: "looks for a phrase as it stands, whatever is in it",
    async check({ source, insider, phrase, shared }) {
      const apart = itemsOf(await source.search(ask(...phrase.split(" ")), ALL, insider));
      const together = itemsOf(await source.search(ask(phrase), ALL, insider));
      const { hasPhrases } = source.describe();
      if (hasPhrases) expect(nonEmpty(together).length).toBeLessThan(apart.length);
      else expect(nonEmpty(together)).toEqual(apart);
      const escapes = [
        `zzqq" OR "${shared}`,
        `zzqq\\" OR text ~ "${shared}`,
        `zzqq' or '${shared}`,
        `zzqq) OR (${shared}`,
      ];
      for (const text of escapes) expect(itemsOf(await source.search(ask(text), ALL, insider))).toEqual([]);
    },
  },

  {
    title: "looks for any of the keywords where that is asked for",
    async check({ source, insider, shared, secret }) {
      const any = await source.search({ ...ask(shared, secret), match: "any" }, ALL, insider);
      const each = await Promise.all([shared, secret].map((word) => source.search(ask(word), ALL, insider)));
      expect(new Set(itemsOf(any).map(({ id }) => id))).toEqual(new Set(each.flatMap(itemsOf).map(({ id }) => id)));
    },
  },

  {
    title: "takes a container that it has listed, and refuses a filter that it does not have",
    async check({ source, insider, many }) {
      const { filters } = source.describe();
      const listed = await source.containers(insider);
      expect(listed).toMatchObject({ type: "listed" });
      const [first] = itemsOf(await source.search(ask(many.word), ALL, insider));
      const container = first?.container as string;
      if (listed.type === "listed") expect(listed.containers.map(({ key }) => key)).toContain(container);
      const inside = itemsOf(await source.search({ ...ask(many.word), filters: { container } }, ALL, insider));
      for (const item of nonEmpty(inside)) expect(item.container).toBe(container);
      const values = { container, author: "someone", since: "2020-01-01", until: "2030-01-01" } as const;
      const missing = (Object.keys(values) as (keyof typeof values)[]).filter((name) => !filters.includes(name));
      for (const name of missing) {
        const outcome = await source.search({ ...ask(many.word), filters: { [name]: values[name] } }, ALL, insider);
        expect(outcome).toMatchObject({ type: "refused" });
      }
    },
  },

  {
    title: "serves callers at once as it serves each alone",
    async check({ source, insider, outsider, stranger, secret, shared }) {
      const answers = (caller: Caller) =>
        Promise.all([source.search(ask(secret), ALL, caller), source.search(ask(shared), ALL, caller)]);
      const callers = [insider, outsider, stranger];
      const alone = [];
      for (const caller of callers) alone.push(await answers(caller));
      const rounds = await Promise.all(Array.from({ length: 5 }, () => Promise.all(callers.map(answers))));
      for (const round of nonEmpty(rounds)) expect(round).toEqual(alone);
    },
  },

  {
    title:
      "records callers who ask at once each for oneself: replayed without the source, each is given the own bytes and no other's",
    async check({ source, insider, outsider, secret, shared, many }) {
      const asked = [secret, shared, many.word].map((word) => ask(word));
      const askAll = (of: LiveSource) =>
        onThread({ name: "all" }, () =>
          Promise.all(
            asked.flatMap((query) =>
              [insider, outsider].map((caller) => recordedSource(of).search(query, ALL, caller)),
            ),
          ),
        );
      const folder = await mkdtemp(join(tmpdir(), "scopebench-contract-"));
      try {
        const path = join(folder, "a.recording");
        const recorder = await openRecorder({ path, completed: null, secrets: [] });
        const made = await withRecording(recorder, () => askAll(source));
        await recorder.complete();
        const gone: LiveSource = { ...source, search: () => Promise.reject(new Error("the source was asked")) };
        const replayed = await withRecording(await openReplay({ path, secrets: [] }), () => askAll(gone));
        const alone = [];
        for (const query of asked)
          for (const caller of [insider, outsider]) alone.push(await source.search(query, ALL, caller));
        for (const all of [made, replayed]) expect(all).toEqual(alone);
        const written = await readFile(path, "utf8");
        for (const caller of [insider, outsider])
          expect(written).not.toContain(Caller.tokenOf(caller, source.describe().name) as string);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },

  {
    title: "says a caller's token nowhere",
    async check({ source, insider, stranger, shared, unknownId }) {
      const tokens = [insider, stranger].map((caller) => Caller.tokenOf(caller, source.describe().name) as string);
      const said = await Promise.all(
        [insider, stranger].flatMap((caller) => [
          source.search(ask(shared), ALL, caller),
          source.open(unknownId, caller),
          source.containers(caller),
        ]),
      );
      for (const token of nonEmpty(tokens)) expect(JSON.stringify(said)).not.toContain(token);
    },
  },
];

function ask(...keywords: string[]): SourceQuery {
  return { keywords, match: "all", filters: {} };
}

function itemsOf(outcome: SearchOutcome): readonly LiveItem[] {
  if (outcome.type === "found") return outcome.items;
  throw new Error(`expected found, got ${JSON.stringify(outcome)}`);
}
