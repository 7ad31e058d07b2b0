interface Handover {
  /** When a slot asks for the database, in seconds. */
  at: number;
  worker: number;
}

/** A binary heap by time. */
export class EventQueue {
  readonly #heap: Handover[] = [];

  add(event: Handover): void {
    let place = this.#heap.push(event) - 1;
    while (place > 0 && this.#heap[(place - 1) >> 1]!.at > event.at) {
      this.#heap[place] = this.#heap[(place - 1) >> 1]!;
      place = (place - 1) >> 1;
    }
    this.#heap[place] = event;
  }

  next(): Handover {
    const [first] = this.#heap as [Handover];
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return first;
    let place = 0;
    for (let child = 1; child < this.#heap.length; child = 2 * place + 1) {
      if (child + 1 < this.#heap.length && this.#heap[child + 1]!.at < this.#heap[child]!.at) child++;
      if (this.#heap[child]!.at >= last.at) break;
      this.#heap[place] = this.#heap[child]!;
      place = child;
    }
    this.#heap[place] = last;
    return first;
  }
}
