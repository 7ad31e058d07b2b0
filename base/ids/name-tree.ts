import { type IdAtom, keysOf } from "./atoms.ts";

/** How an id may be written: as it is, or shorter. */
export interface Name {
  text: string;
  id: string;
}

/** Names by their atoms. A node without branches holds names that are alike, and may be longer than its place in the tree. */
export interface NameTree {
  names: Name[];
  next: Map<string, NameTree> | null;
  /** Of the names of a node without branches, once they were asked for. */
  keys?: readonly string[];
}

export function nameTree(names: Iterable<Name>): NameTree {
  const root: NameTree = { names: [], next: new Map() };
  for (const name of names) {
    const keys = keysOf(name.text);
    if (keys.length > 0) add(root, name, keys);
  }
  return root;
}

function add(root: NameTree, name: Name, keys: readonly string[]): void {
  let node = root;
  for (let depth = 0; ; depth++) {
    if (node.next === null) {
      const [other] = node.names;
      const others = other && keysOf(other.text);
      if (!others || isSame(others, keys)) break;
      node.next = branch(node, others[depth]);
    }
    const key = keys[depth];
    if (key === undefined) break;
    let child = node.next.get(key);
    if (!child) {
      child = { names: [], next: null };
      node.next.set(key, child);
    }
    node = child;
  }
  node.names.push(name);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** Sends names that are longer than the node's place one step down. */
function branch(node: NameTree, key: string | undefined): Map<string, NameTree> {
  if (key === undefined) return new Map();
  const below = { names: node.names, next: null };
  node.names = [];
  return new Map([[key, below]]);
}

/** Names whose atoms stand there one after the other, shortest first: alike but for what is between them. */
export function* namesAt(
  root: NameTree,
  atoms: readonly IdAtom[],
  first: number,
): Generator<{ names: Name[]; length: number }> {
  let node: NameTree | undefined = root;
  for (let depth = 0; node; depth++) {
    const [name] = node.names;
    if (name && node.next === null) node.keys ??= keysOf(name.text);
    const keys = node.next === null ? node.keys : undefined;
    if (name && (!keys || hasRest(keys, { atoms, first, depth })))
      yield { names: node.names, length: keys?.length ?? depth };
    node = node.next?.get(atoms[first + depth]?.key ?? "");
  }
}

function hasRest(
  keys: readonly string[],
  { atoms, first, depth }: { atoms: readonly IdAtom[]; first: number; depth: number },
): boolean {
  for (let index = depth; index < keys.length; index++) if (atoms[first + index]?.key !== keys[index]) return false;
  return true;
}
