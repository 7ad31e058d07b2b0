import pg from "pg";
import type { ProviderAddress, RateLimiters } from "../../../../base/providers/rate-limiters.ts";
import { type QueueDatabase, SILENCE_MS } from "../database.ts";
import { type News, readNews } from "../foreign.ts";
import { CHANNEL, notify, settle } from "./limit-table.ts";
import { SharedRateLimiter } from "./shared-limiter.ts";

/** Between two tries to hear of other workers again. */
const AGAIN_MS = 1000;

interface Options {
  database: QueueDatabase;
  /** Of the queue. */
  url: string;
  /** Id of the worker. */
  worker: string;
  say(message: string): void;
}

/**
 * Rate limiters that all workers of a queue share. A provider is known by its address and the name of its key: workers whose keys
 * differ under one name share a limit all the same, which asks less than it might and never more.
 */
export function openSharedLimits({ database, url, worker, say }: Options): {
  limiters: RateLimiters;
  close(): void;
} {
  const known = new Map<string, SharedRateLimiter>();
  const heard = (news: News | null): void => {
    for (const [key, limiter] of known) {
      if (news && news.provider !== key) continue;
      if (news?.pauseMs) limiter.heardOfPause(news.pauseMs);
      else if (news?.isFreed) limiter.heardOfRoom();
      else limiter.heard();
    }
  };
  let isTold = false;
  const foreign = (): void => {
    if (!isTold) say(`another program sends on channel ${CHANNEL} of the queue: its messages are ignored`);
    isTold = true;
  };
  const ear = listen(url, { heard, foreign });
  return {
    limiters({ provider, baseUrl, apiKeyEnv }: ProviderAddress) {
      const key = [provider, baseUrl, apiKeyEnv].filter((part) => part !== undefined).join(" ");
      const limiter =
        known.get(key) ??
        new SharedRateLimiter({
          ...{ provider: key, worker, settle: (report) => settle(database, report) },
          // The report says it, too.
          tell: (pauseMs) => void notify(database, { provider: key, pauseMs }).catch(() => undefined),
        });
      known.set(key, limiter);
      return limiter;
    },
    close() {
      for (const limiter of known.values()) limiter.close();
      ear.close();
    },
  };
}

interface Hearing {
  /** What other workers tell; null after it may have missed something. */
  heard(news: News | null): void;
  /** What nobody of ours tells. */
  foreign(): void;
}

function listen(url: string, { heard, foreign }: Hearing): { close(): void } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const begin = async (): Promise<void> => {
    const own = new pg.Client({
      connectionString: url,
      application_name: "scopebench queue limits",
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
    });
    client = own;
    let lost = false;
    const again = (): void => {
      if (lost || over) return;
      lost = true;
      cut(own);
      timer = setTimeout(() => void begin(), AGAIN_MS);
    };
    own.on("error", again);
    own.on("end", again);
    own.on("notification", ({ payload = "" }) => {
      const news = readNews(payload);
      if (news) heard(news);
      else foreign();
    });
    try {
      await own.connect();
      await own.query(`LISTEN ${CHANNEL}`);
      heard(null);
    } catch {
      again(); // The limiters ask by themselves meanwhile, only less often.
    }
  };
  void begin();
  return {
    close() {
      over = true;
      clearTimeout(timer);
      if (client) cut(client);
    },
  };
}

/** Without a word: the server may be silent, and has nothing of this session to lose. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy();
}
