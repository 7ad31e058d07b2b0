import { createContext } from "preact";
import type { RecordsKind } from "./wire.ts";

/** What the service's corpus is asked for. */
export const Records = createContext<RecordsKind>("tests");
