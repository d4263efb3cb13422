import { MAX_LOGGER_FRAME_BYTES } from "#protocol/logger/limits.ts";

const DEPTH = 100_000;
const ODD_VALUES = [
  "null",
  "true",
  '""',
  "[]",
  "{}",
  "-1",
  "1e999",
  "9007199254740993",
  "1e-400",
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"a":1}}}',
];
const ODD_TEXTS = [
  "",
  " ",
  "null",
  "[]",
  '"cmd"',
  "NaN",
  "\ufeff{}",
  "{'cmd':256}",
  '{"cmd":256,}',
];

type Mutation = (text: string, random: () => number) => string;

const MUTATIONS: readonly Mutation[] = [
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
  (text, random) => {
    const at = Math.floor(random() * text.length);
    return (
      text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 95)) + text.slice(at + 1)
    );
  },
  (text, random) => replaceValue(text, pick(ODD_VALUES, random), random),
  (text, random) => replaceValue(text, "[".repeat(DEPTH) + "]".repeat(DEPTH), random),
  (text) => text.replace(/^\{/, '{"__proto__":{"cmd":256},'),
  (text, random) => text.replace(/"cmd":\d+/, `"cmd":${Math.floor(random() * 1_000) - 100}`),
  (text) => text.replace(/\}$/, `,"padding":"${"x".repeat(MAX_LOGGER_FRAME_BYTES)}"}`),
  (_text, random) => pick(ODD_TEXTS, random),
];

/** Returns an invalid variant of a frame; `random` is in [0, 1). */
export function mutateFrame(text: string, random: () => number): string {
  return pick(MUTATIONS, random)(text, random);
}

function replaceValue(text: string, value: string, random: () => number): string {
  const values = [...text.matchAll(/(?<=":)("[^"]*"|-?\d+(\.\d+)?|null|true|false)/g)];
  const place = values[Math.floor(random() * values.length)];
  if (place === undefined) return value;
  return text.slice(0, place.index) + value + text.slice(place.index + place[0].length);
}

function pick<Item>(
  items: readonly [Item, ...Item[]] | readonly Item[],
  random: () => number,
): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}
