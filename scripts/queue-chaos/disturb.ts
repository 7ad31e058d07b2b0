import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { sleep } from "zx";
import type { Random } from "../../base/random.ts";
import { DISTURBANCES, type Disturbed } from "../outage-rounds/disturbances.ts";
import type { Actors } from "./actors.ts";

/** What only some machines have. */
export interface Means {
  /** A folder on a small file system, in which the database lies. */
  tiny: string | undefined;
  /** The library by which workers see another time, libfaketime's. */
  faketime: string | undefined;
}

export interface Scene {
  means: Means;
  actors: Actors;
  server: Disturbed;
  random: Random;
  /** Of the database, not through the proxy. */
  url(): Promise<string>;
  /** Told of a worker that died holding something, at the time of the database. */
  died(): Promise<void>;
}

/** How long a worker is frozen: longer than its jobs wait for a sign of life, and than it takes to look for them. */
const FROZEN_MS = 14_000;

const FULL_DISK = "PostgreSQL's disk full";

/** What can happen to a run over a queue. Each leaves the servers as they were, and somebody at work. */
export const DISASTERS: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async "worker killed"({ actors, random, died }) {
    actors.worker(random).kill("SIGKILL");
    await died();
    await sleep(random() * 2000);
    actors.startWorker();
  },
  async "worker started, another stopped"({ actors, random }) {
    actors.startWorker();
    await sleep(random() * 2000);
    actors.worker(random).kill("SIGTERM");
  },
  async "worker frozen and woken"({ actors, random, died }) {
    const frozen = actors.worker(random);
    frozen.kill("SIGSTOP");
    await died();
    await sleep(FROZEN_MS);
    frozen.kill("SIGCONT");
  },
  async "coordinator killed"({ actors, random }) {
    await actors.killCoordinator();
    await sleep(random() * 3000);
    actors.startCoordinator();
  },
  async "coordinator and a worker killed"({ actors, random, died }) {
    actors.worker(random).kill("SIGKILL");
    await actors.killCoordinator();
    await died();
    actors.startWorker();
    await sleep(random() * 3000);
    actors.startCoordinator();
  },
  "PostgreSQL restarted": ({ server }) => DISTURBANCES.restart!(server, 0),
  "PostgreSQL stopped": ({ server, random }) => DISTURBANCES.stop!(server, random() * 4000),
  "PostgreSQL killed": ({ server }) => DISTURBANCES.kill!(server, 0),
  "connections cut": ({ server, random }) => DISTURBANCES.cut!(server, random() * 3000),
  "sessions ended": ({ server, random }) => DISTURBANCES.terminate!(server, random() * 3000),
  "PostgreSQL frozen": ({ server, random }) => DISTURBANCES.freeze!(server, 1000 + random() * 12_000),
  /** The clock by which pg-boss tells who is dead and what is due. */
  async "clock an hour ahead"(scene) {
    await withClock(scene, "+ interval '1 hour'");
  },
  async "clock an hour behind"(scene) {
    await withClock(scene, "- interval '1 hour'");
  },
  /** That of the machine of a worker, for good. */
  async "a worker's clock an hour ahead"({ actors, random }) {
    actors.setClock(random, "+3600");
  },
  async "a worker's clock an hour behind"({ actors, random }) {
    actors.setClock(random, "-3600");
  },
  async [FULL_DISK]({ means, random }) {
    const free = fillDisk(means.tiny as string);
    await sleep(2000 + random() * 8000);
    free();
  },
};

/** Those that can happen here. */
export function possible({ tiny, faketime }: Means): string[] {
  return Object.keys(DISASTERS).filter(
    (name) => (tiny || name !== FULL_DISK) && (faketime || !name.startsWith("a worker's clock")),
  );
}

/** A full disk, until somebody frees it. */
function fillDisk(folder: string): () => void {
  const ballast = join(folder, "ballast");
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) writeFileSync(ballast, block, { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  return () => rmSync(ballast);
}

async function withClock({ url, random }: Scene, change: string): Promise<void> {
  const set = async (text: string): Promise<void> => {
    const client = new Client(await url());
    await client.connect();
    try {
      const { rows } = await client.query("SELECT to_regprocedure('scopebench_jobs.job_now()') IS NOT NULL AS there");
      if (!rows[0].there) throw new Error("pg-boss has no clock of its own any more");
      await client.query(
        `CREATE OR REPLACE FUNCTION scopebench_jobs.job_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT pg_catalog.now() ${text} $$`,
      );
    } finally {
      await client.end();
    }
  };
  await set(change);
  await sleep(1000 + random() * 4000);
  await set("");
}
