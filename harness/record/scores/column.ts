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
export function makeListColumn<T>(items: ValueColumn<T>): ValueColumn<readonly T[] | null | undefined> {
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

/** Objects of the same members, a column for each. */
export function makeObjectColumn<T extends object>(
  members: { [Name in keyof T]-?: ValueColumn<T[Name]> },
): ValueColumn<T> {
  const columns = Object.entries(members) as [keyof T, ValueColumn<T[keyof T]>][];
  return {
    push(object) {
      for (const [name, column] of columns) column.push(object[name]);
    },
    at(place) {
      const object = {} as T;
      for (const [name, column] of columns) {
        const value = column.at(place);
        if (value !== undefined) object[name] = value;
      }
      return object;
    },
  };
}

/** What may be null or undefined, and then takes no room among the others. */
export function makeOptionalColumn<T>(column: ValueColumn<T>): ValueColumn<T | null | undefined> {
  const lists = makeListColumn(column);
  return {
    push: (value) => lists.push(isThere(value) ? [value] : value),
    at(place) {
      const list = lists.at(place);
      return list ? list[0]! : (list as null | undefined);
    },
  };
}

function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
