import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { UserError } from "../../base/user-error.ts";
import { copyKept, holdsCluster } from "../../db/postgres/kept-clusters.ts";
import type { RoleScope } from "./as-role.ts";
import { isPassing, openFiles, type PassingLocation } from "./open-files.ts";
import { type DatabaseState, filesSchemaHash, notOpened, type StateStore } from "./state.ts";
import type { StateLocation } from "./state-store.ts";

/** Schema of the checkpoints in a run's state. */
export const CHECKPOINT_SCHEMA = "langgraph_cp";

/** The state of an agent with its checkpoints. */
export interface AgentState extends StateStore {
  checkpointer: BaseCheckpointSaver;
  /** Null: it is in this process' memory. */
  database: DatabaseState | null;
  /** While something runs that begins this thread, nothing is looked for before it has stored something. */
  beginThread<T>(threadId: string, run: () => Promise<T>): Promise<T>;
  /** Checkpoints that see one thread alone, whatever is asked of them: threads of many people lie in one database. */
  checkpointsOf(thread: RoleScope): BaseCheckpointSaver;
}

/** The libraries of a database are loaded where there is one. Errors as in `openStateStore`. */
export async function openState(location: StateLocation | PassingLocation): Promise<AgentState> {
  if (isPassing(location)) return openPassing(location);
  if (typeof location === "string" && !location.startsWith("memory://")) await beginFolder(location);
  return openDatabase(location);
}

/** A new state begins as a copy of an empty one: its tables take nearly as long to make as the database to open. */
async function beginFolder(folder: string): Promise<void> {
  try {
    if (await holdsCluster(folder)) return;
    await makePrivateFolder(folder);
    await copyKept(folder, `-state-${(await filesSchemaHash()).slice(0, 12)}`, async (draft) => {
      await (await openDatabase(draft)).close();
    });
  } catch (cause) {
    throw cause instanceof UserError ? cause : notOpened(folder, cause);
  }
}

async function openDatabase(location: StateLocation): Promise<AgentState> {
  const [{ openStateStore }, { RunCheckpoints }, { ThreadCheckpoints }, { scopedPool }] = await Promise.all([
    import("./state-store.ts"),
    import("./run-checkpoints.ts"),
    import("./thread-checkpoints.ts"),
    import("./scoped-pool.ts"),
  ]);
  const database = await openStateStore(location);
  const { files, pool, close } = database;
  const checkpointer = new RunCheckpoints(pool, CHECKPOINT_SCHEMA);
  try {
    await database.exclusively(() => checkpointer.setup());
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...{ files, database, checkpointer, close },
    beginThread: (threadId, run) => checkpointer.withNewThread(threadId, run),
    checkpointsOf: (thread) => new ThreadCheckpoints(scopedPool(pool, thread), CHECKPOINT_SCHEMA),
  };
}

async function openPassing(location: PassingLocation): Promise<AgentState> {
  const checkpointer = new MemorySaver();
  const files = await openFiles(location);
  return {
    ...files,
    ...{ database: null, checkpointer },
    async forget(scope) {
      await files.forget?.(scope);
      await checkpointer.deleteThread(scope.threadId);
    },
    beginThread: (_threadId, run) => run(),
    checkpointsOf: () => checkpointer,
  };
}
