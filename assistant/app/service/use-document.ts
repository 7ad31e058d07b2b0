import { useEffect, useRef, useState } from "preact/hooks";
import { reasonOf, ServiceError } from "./client.ts";
import { type DocumentPlace, findDocument, type ThreadDocument, writeDocument } from "./documents.ts";

interface Kept<Value> {
  value: Value | null;
  /** What is kept has been read: before, nothing can be changed, for it would be written over what is there. */
  loaded: boolean;
  /** What became of the last change: "" before there was any. */
  saved: "" | "saving" | "saved" | "failed";
  trouble: string | null;
}

export interface KeptDocument<Value> extends Kept<Value> {
  /** Shown at once and stored after what was changed before it. */
  change(next: (before: Value | null) => Value): void;
}

const UNREAD = { value: null, loaded: false, saved: "", trouble: null } as const;

/** A JSON value that a thread keeps: read first, then changed upon what was read, never written over what another has written meanwhile. */
export function useDocument<Value>(place: DocumentPlace): KeptDocument<Value> {
  const { threadId, kind, key } = place;
  const name = `${threadId} ${kind} ${key}`;
  const [kept, setKept] = useState<Kept<Value> & { name: string }>({ ...UNREAD, name });
  const copy = useRef<LocalCopy<Value> | null>(null);
  useEffect(() => {
    const mine = new LocalCopy<Value>(place, (state) => copy.current === mine && setKept({ ...state, name }));
    copy.current = mine;
    void mine.read();
    return () => {
      copy.current = null;
    };
  }, [name]);
  const shown = kept.name === name ? kept : UNREAD;
  return { ...shown, change: (next) => copy.current?.change(next) };
}

class LocalCopy<Value> {
  #state: Kept<Value> = UNREAD;
  readonly #place: DocumentPlace;
  readonly #changed: (state: Kept<Value>) => void;
  #revision = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Of changes, so that the last one says what became of them. */
  #changes = 0;

  constructor(place: DocumentPlace, changed: (state: Kept<Value>) => void) {
    this.#place = place;
    this.#changed = changed;
  }

  async read(trouble: string | null = null): Promise<void> {
    try {
      const found = await findDocument<Value>(this.#place);
      this.#take(found);
      this.#set({ loaded: true, trouble });
    } catch (error) {
      this.#set({ loaded: false, trouble: reasonOf(error) });
    }
  }

  change(next: (before: Value | null) => Value): void {
    const { loaded, value } = this.#state;
    if (!loaded) return;
    const changed = next(value);
    this.#changes += 1;
    this.#set({ value: changed, saved: "saving", trouble: null });
    const mine = this.#changes;
    this.#writing = this.#writing.then(() => this.#write(changed, mine));
  }

  async #write(value: Value, change: number): Promise<void> {
    // Of changes that came while another was under way the newest has them all.
    if (change !== this.#changes) return;
    try {
      this.#revision = (await writeDocument<Value>(this.#place, value, this.#revision)).revision;
      if (change === this.#changes) this.#set({ saved: "saved" });
    } catch (error) {
      const isOlder = error instanceof ServiceError && error.status === 409;
      this.#changes += 1; // What was changed meanwhile stood on what is not kept.
      this.#set({ saved: "failed", trouble: reasonOf(error) });
      if (isOlder)
        await this.read("This was changed elsewhere meanwhile. Here is what is kept; your last change is not.");
    }
  }

  #take(found: ThreadDocument<Value> | null): void {
    this.#revision = found?.revision ?? 0;
    this.#set({ value: found?.value ?? null });
  }

  #set(changes: Partial<Kept<Value>>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed(this.#state);
  }
}
