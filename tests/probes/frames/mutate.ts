import type { Chance } from "../../support/seeded-chance.ts";
import { choosePlace, type JsonTree, type Place, raw, spell, write } from "./json-tree.ts";
import { hugeValue, oddInstant, oddKey, oddValue } from "./oddities.ts";

/** A frame that was good and may be no longer: wrong in one or several places, as JSON or as text. */
export function mutateFrame(chance: Chance, message: unknown, now: number): string | ArrayBuffer {
  const root = { tree: spell(message) };
  const places = chance.oneOf([0, 1, 1, 1, 1, 2, 3]);
  for (let count = 0; count < places; count++) mutateTree(chance, root, now);
  const text = write(root.tree, chance.happens(0.05) ? chance.oneOf(SPACES) : "");
  const mutated = places === 0 || chance.happens(0.1) ? mutateText(chance, text) : text;
  // A socket carries no half of a surrogate pair: what arrives is what is judged.
  const sent = mutated.toWellFormed();
  return chance.happens(0.01) ? bytesOf(sent) : sent;
}

/** The same for the body of a sealed frame, which is never readable as text. */
export function mutateBody(chance: Chance, body: unknown, now: number): string {
  const root = { tree: spell(body) };
  const places = chance.oneOf([0, 1, 1, 1, 2, 3]);
  for (let count = 0; count < places; count++) mutateTree(chance, root, now);
  const text = write(root.tree);
  return (chance.happens(0.08) ? mutateText(chance, text) : text).toWellFormed();
}

const SPACES = [" ", "\n", "\t", "\r\n  ", "\u00a0", "\u2028", "\v"];

function mutateTree(chance: Chance, root: { tree: JsonTree }, now: number): void {
  const place = choosePlace(chance, root);
  const change = chance.happens(0.012) ? hugeChange : chance.oneOf(CHANGES);
  change(chance, place, now);
}

type Change = (chance: Chance, place: Place, now: number) => void;

const hugeChange: Change = (chance, place) => place.put(raw(hugeValue(chance)));
const replace: Change = (chance, place) => place.put(raw(oddValue(chance)));
const changeInstant: Change = (chance, place, now) =>
  place.put(raw(String(oddInstant(chance, now))));
const changeType: Change = (_, place) =>
  place.put(
    place.tree.kind === "raw"
      ? raw(/^"/.test(place.tree.text) ? place.tree.text.slice(1, -1) : `"${place.tree.text}"`)
      : raw(JSON.stringify(write(place.tree))),
  );
const wrap: Change = (chance, place) =>
  place.put(
    chance.happens(0.5)
      ? { kind: "list", items: [place.tree] }
      : { kind: "map", entries: [[oddKey(chance), place.tree]] },
  );
const drop: Change = (_, { within, index }) => {
  if (within?.kind === "list") within.items.splice(index, 1);
  if (within?.kind === "map") within.entries.splice(index, 1);
};
/** Of two of the same name the last counts. */
const repeat: Change = (chance, { within, index, tree }) => {
  if (within?.kind === "list") within.items.splice(index, 0, tree);
  if (within?.kind !== "map") return;
  const key = within.entries[index]?.[0] ?? '"x"';
  const other = chance.happens(0.3) ? tree : raw(oddValue(chance));
  within.entries.splice(index + chance.below(2), 0, [key, other]);
};
const rename: Change = (chance, { within, index, tree }) => {
  if (within?.kind !== "map") return;
  const key = within.entries[index]?.[0] ?? '""';
  const next = chance.oneOf([
    () => oddKey(chance),
    () => key.toLowerCase(),
    () => key.toUpperCase(),
    () => escapeWhole(key),
    () => `${key.slice(0, -1)} "`,
  ])();
  within.entries[index] = [next, tree];
};
const addField: Change = (chance, place) => {
  const map = place.tree.kind === "map" ? place.tree : place.within;
  if (map?.kind === "map") map.entries.push([oddKey(chance), raw(oddValue(chance))]);
  if (map?.kind === "list") map.items.push(raw(oddValue(chance)));
};
const shuffle: Change = (chance, { tree, within }) => {
  const list = tree.kind === "list" ? tree : within;
  if (list?.kind === "list") list.items.sort(() => chance.below(3) - 1);
  if (list?.kind === "map") list.entries.reverse();
};
const nudge: Change = (chance, place) => {
  if (place.tree.kind !== "raw") return;
  const number = Number(place.tree.text);
  if (Number.isNaN(number)) return place.put(raw(touchText(chance, place.tree.text)));
  const by = chance.oneOf([1, -1, 0.5, -0.5, 1e-7, 2 ** 31, 2 ** 53]);
  place.put(raw(String(chance.happens(0.8) ? number + by : -number)));
};

const CHANGES: readonly Change[] = [
  replace,
  replace,
  replace,
  replace,
  changeInstant,
  changeType,
  wrap,
  drop,
  drop,
  repeat,
  rename,
  rename,
  addField,
  addField,
  shuffle,
  nudge,
  nudge,
  nudge,
];

function touchText(chance: Chance, text: string): string {
  const at = chance.between(1, Math.max(1, text.length - 1));
  const middle = chance.oneOf(["", "0", "g", "Ａ", "\\u0000", " ", "\\ud800"]);
  return chance.happens(0.3)
    ? text.toLowerCase()
    : text.slice(0, at) + middle + text.slice(at + chance.below(2));
}

/** Every character of a spelled string as an escape: the same string. */
function escapeWhole(spelled: string): string {
  const units = [...spelled.slice(1, -1)].map((unit) => unit.charCodeAt(0));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
}

const MEBIBYTE = 1_048_576;

function mutateText(chance: Chance, text: string): string {
  const at = chance.below(text.length + 1);
  return chance.oneOf([
    () => text.slice(0, at),
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + text.slice(at + chance.between(1, 9)),
    () => text.slice(0, at) + oddValue(chance) + text.slice(at),
    () => `${text}${chance.oneOf(["x", "}", "]", ",", "\u0000", " ", "\n", text, "{}"])}`,
    () => `${chance.oneOf(["\ufeff", " ", "\n\t", "\u00a0", ")]}',", "null,", "["])}${text}`,
    () =>
      chance.oneOf(["", " ", "{", "}", '"', "null", "[]", "{}", "0", '"x"', "\u0000", "undefined"]),
    () => text.replaceAll('"', "'"),
    () => (chance.happens(0.1) ? padTo(text, MEBIBYTE + chance.between(-1, 1), chance) : text),
  ])();
}

/** Made longer by a field that means nothing, or by spaces; counted in bytes of UTF-8. */
function padTo(text: string, bytes: number, chance: Chance): string {
  const missing = bytes - new TextEncoder().encode(text).length;
  if (missing < 20 || !text.endsWith("}")) return text;
  if (chance.happens(0.5)) return text + " ".repeat(missing);
  const filler = chance.oneOf(["x", "é", "😀"]);
  const size = new TextEncoder().encode(filler).length;
  const room = missing - ',"pad":""'.length;
  const pad = filler.repeat(Math.floor(room / size)) + "x".repeat(room % size);
  return `${text.slice(0, -1)},"pad":"${pad}"}`;
}

function bytesOf(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).slice().buffer as ArrayBuffer;
}
