/** Values of many executions, one after the other, without an object for each: what is kept of 200,000 in a few hundred bytes an execution. */
export interface ValueColumn<T> {
  push(value: T): void;
  at(place: number): T;
}

/** So many different values are told by their place among them; numbers beyond that stand for themselves. */
const MOST_CODES = 65_536;

/**
 * A column of values that are equal where they are the same to a Map: texts, numbers, null, undefined, or objects of which there are
 * few. The different values once, and for each place the number of its own in one or two bytes (four where there are many texts).
 */
export function makeColumn<T>(): ValueColumn<T> {
  const values: T[] = [];
  const numberOf = new Map<T, number>();
  const codes = makeIntegers();
  let plain: Plain<T> | undefined;
  return {
    push(value) {
      if (plain) return plain.push(value);
      let code = numberOf.get(value);
      if (code === undefined) {
        if (values.length >= MOST_CODES && typeof value === "number") {
          plain = makePlain(codes.length, (place) => values[codes.at(place)]!);
          return plain.push(value);
        }
        code = values.push(value) - 1;
        numberOf.set(value, code);
      }
      codes.push(code);
    },
    at: (place) => (plain ? plain.at(place) : values[codes.at(place)]!),
  };
}

type Plain<T> = ValueColumn<T>;

/** Numbers as they are, and the few different other values among them by their place. */
function makePlain<T>(length: number, before: (place: number) => T): Plain<T> {
  let numbers = new Float64Array(2 * length);
  let count = 0;
  const others: T[] = [];
  const kinds = makeIntegers();
  const plain: Plain<T> = {
    push(value) {
      if (count === numbers.length) numbers = grown(numbers, new Float64Array(2 * count));
      if (typeof value === "number") {
        kinds.push(0);
        numbers[count] = value;
      } else {
        const known = others.indexOf(value);
        kinds.push(known < 0 ? others.push(value) : known + 1);
      }
      count++;
    },
    at(place) {
      const kind = kinds.at(place);
      return kind === 0 ? (numbers[place] as T) : others[kind - 1]!;
    },
  };
  for (let place = 0; place < length; place++) plain.push(before(place));
  return plain;
}

/** Integers from 0, in as few bytes each as the largest of them needs. */
function makeIntegers() {
  let data: Uint8Array | Uint16Array | Uint32Array = new Uint8Array(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    at: (place: number): number => data[place]!,
    push(value: number): void {
      if (value > 0xff && data instanceof Uint8Array) data = grown(data, new Uint16Array(data.length));
      if (value > 0xffff && data instanceof Uint16Array) data = grown(data, new Uint32Array(data.length));
      if (length === data.length) data = grown(data, new (data.constructor as Uint32ArrayConstructor)(2 * length));
      data[length++] = value;
    },
  };
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(from: ArrayLike<number>, into: T): T {
  into.set(from);
  return into;
}

/** Instants, as numbers where they are written as JavaScript writes them. */
export function makeTimeColumn(): ValueColumn<string> {
  const column = makeColumn<number | string>();
  return {
    push(text) {
      const ms = Date.parse(text);
      column.push(!Number.isNaN(ms) && new Date(ms).toISOString() === text ? ms : text);
    },
    at(place) {
      const cell = column.at(place);
      return typeof cell === "number" ? new Date(cell).toISOString() : cell;
    },
  };
}

/** Lists of what a column holds; null and undefined are what they are. */
function makeListColumn<T>(items: ValueColumn<T>): ValueColumn<readonly T[] | null | undefined> {
  const [sizes, starts] = [makeColumn<number | null | undefined>(), makeIntegers()];
  let next = 0;
  return {
    push(list) {
      sizes.push(list ? list.length : (list as null | undefined));
      starts.push(next);
      for (const item of list ?? []) items.push(item);
      next += list?.length ?? 0;
    },
    at(place) {
      const size = sizes.at(place);
      if (size === null || size === undefined) return size;
      const start = starts.at(place);
      return Array.from({ length: size }, (_, offset) => items.at(start + offset));
    },
  };
}

const LIST = Symbol("list");
const OBJECT = Symbol("object");

/** Values as JSON has them, in columns that follow from what comes: of lists one for their items, of objects one for each member. */
export function makeJsonColumn(): ValueColumn<unknown> {
  const plain = makeColumn<unknown>();
  const lists = makePartColumn(() => makeListColumn(makeJsonColumn()));
  const objects = makePartColumn(makeObjectColumn);
  let size = 0;
  return {
    push(value) {
      const place = size++;
      if (Array.isArray(value)) lists.put(place, value);
      else if (typeof value === "object" && value !== null) objects.put(place, value);
      plain.push(Array.isArray(value) ? LIST : typeof value === "object" && value !== null ? OBJECT : value);
    },
    at(place) {
      const value = plain.at(place);
      if (value === LIST) return lists.at(place);
      return value === OBJECT ? objects.at(place) : value;
    },
  };
}

/** What stands at some places of a column only, and takes no room at the others. */
function makePartColumn<T>(make: () => ValueColumn<T>) {
  let column: ValueColumn<T> | undefined;
  const places = makeIntegers();
  let next = 0;
  return {
    put(place: number, value: T): void {
      while (places.length < place) places.push(0);
      places.push(next++);
      column ??= make();
      column.push(value);
    },
    at: (place: number): T => column!.at(places.at(place)),
  };
}

/** A member that comes later is undefined before; one that is undefined is left out. */
function makeObjectColumn(): ValueColumn<object> {
  const members = new Map<string, ValueColumn<unknown>>();
  let size = 0;
  return {
    push(object) {
      for (const name of Object.keys(object)) if (!members.has(name)) members.set(name, makeLateColumn(size));
      for (const [name, column] of members)
        column.push(Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined);
      size++;
    },
    at(place) {
      const own: [string, unknown][] = [];
      for (const [name, column] of members) {
        const value = column.at(place);
        if (value !== undefined) own.push([name, value]);
      }
      // An assignment to `__proto__` would make no member.
      return Object.fromEntries(own);
    },
  };
}

function makeLateColumn(places: number): ValueColumn<unknown> {
  const column = makeJsonColumn();
  for (let place = 0; place < places; place++) column.push(undefined);
  return column;
}

/** Makes objects that read their members when asked: as members of their own they would take the room that columns save. A copy by `...` is empty. */
export function makeViews<T extends object>(readers: { [Name in keyof T]: (place: number, view: T) => T[Name] }) {
  class View {
    readonly #place: number;

    constructor(place: number) {
      this.#place = place;
    }

    static {
      for (const [name, read] of Object.entries(readers) as [string, (place: number, view: unknown) => unknown][])
        Object.defineProperty(View.prototype, name, {
          get(this: View) {
            return read(this.#place, this);
          },
        });
    }
  }
  return (place: number) => new View(place) as T;
}
