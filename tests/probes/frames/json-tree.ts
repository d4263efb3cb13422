import type { Chance } from "../../support/seeded-chance.ts";

/** JSON as it is spelled, so that it can be wrong: keys twice, numbers that are none, strings that never end. */
export type JsonTree =
  | { kind: "raw"; text: string }
  | { kind: "list"; items: JsonTree[] }
  /** Keys are spelled, quotes included. */
  | { kind: "map"; entries: [key: string, value: JsonTree][] };

export function spell(value: unknown): JsonTree {
  if (Array.isArray(value)) return { kind: "list", items: value.map(spell) };
  if (typeof value !== "object" || value === null) return raw(JSON.stringify(value));
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return { kind: "map", entries: entries.map(([key, each]) => [JSON.stringify(key), spell(each)]) };
}

export const raw = (text: string): JsonTree => ({ kind: "raw", text });

/** @param space between all parts, valid or not */
export function write(tree: JsonTree, space = ""): string {
  switch (tree.kind) {
    case "raw":
      return tree.text;
    case "list":
      return `[${space}${tree.items.map((item) => write(item, space)).join(`${space},`)}]`;
    case "map":
      return `{${space}${tree.entries
        .map(([key, value]) => `${key}${space}:${space}${write(value, space)}`)
        .join(`${space},`)}${space}}`;
  }
}

/** Somewhere in a tree, and how to put another there. */
export type Place = {
  tree: JsonTree;
  put: (other: JsonTree) => void;
  within: JsonTree | null;
  index: number;
};

const MAX_CHECKED = 30;

/** Any place in the tree, the whole of it included. */
export function choosePlace(chance: Chance, root: { tree: JsonTree }): Place {
  let place: Place = {
    tree: root.tree,
    put: (other) => {
      root.tree = other;
    },
    within: null,
    index: 0,
  };
  for (let depth = 0; depth < MAX_CHECKED; depth++) {
    const inner = chooseInside(chance, place.tree);
    if (inner === null || chance.happens(depth === 0 ? 0.03 : 0.3)) return place;
    place = inner;
  }
  return place;
}

function chooseInside(chance: Chance, within: JsonTree): Place | null {
  if (within.kind === "list" && within.items.length > 0) {
    const { items } = within;
    const index = chance.below(items.length);
    const put = (other: JsonTree) => {
      items[index] = other;
    };
    return { tree: items[index] ?? raw("null"), put, within, index };
  }
  if (within.kind === "map" && within.entries.length > 0) {
    const { entries } = within;
    const index = chance.below(entries.length);
    const [key, tree] = entries[index] ?? ['""', raw("null")];
    const put = (other: JsonTree) => {
      entries[index] = [key, other];
    };
    return { tree, put, within, index };
  }
  return null;
}
