import { DAY_MS } from "#domain/units/durations.ts";
import type { Chance } from "../../support/seeded-chance.ts";

/** Stands for another user's data: it never appears in a message of the server. */
export const CANARY = "canary-7f3a9c5e-must-not-come-back";

/** Numbers, spelled. */
const NUMBERS = [
  "0",
  "-0",
  "-0.0",
  "1",
  "-1",
  "2",
  "1.0",
  "1.5",
  "0.1",
  "1E2",
  "1e-7",
  "1e-999",
  "0e0",
  "1e21",
  "1e300",
  "1e308",
  "1e999",
  "-1e999",
  "256",
  "258",
  "260",
  "426",
  "511",
  "10001",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "-9007199254740991",
  "2147483647",
  "2147483648",
  "4294967295",
  "4294967296",
  "123456789012345678901234567890",
];
/** What looks like one and is none. */
const NO_NUMBERS = ["01", "+1", ".5", "5.", "0x10", "NaN", "Infinity", "-Infinity", "1_0", "1e"];

const TEXTS = [
  "",
  " ",
  "0",
  "1",
  "null",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "then",
  "length",
  "' or 1=1 --",
  "<script>alert(1)</script>",
  "{{1}}",
  "%00",
  "../../x",
  CANARY,
  "\u0000",
  "a\u0000b",
  "\ufeff",
  "\u202ex",
  "０１２３４５",
  "ı",
  "FFFF000120",
  "ffff000120",
  "003311",
  "ZZZZZZ",
  "x".repeat(64),
  "x".repeat(65),
  "x".repeat(200),
  "x".repeat(201),
  "😀",
  "😀".repeat(32),
  "😀".repeat(33),
  "😀".repeat(64),
  "😀".repeat(65),
  "😀".repeat(200),
  "😀".repeat(201),
  "é".repeat(200),
  "raised",
  "cleared",
  "fault",
  "end",
  "rw",
  "2024-01-01",
];
/** Strings as JSON can spell them and as it cannot. */
const SPELLED_TEXTS = [
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\\u0022"',
  '"\\/"',
  '"a\\ud83d"',
  '"\\uFEFF"',
  '"\\x41"',
  '"\\u12"',
  '"\\q"',
  "'x'",
  '"open',
  '"tab\tin it"',
  '"line\nin it"',
  '"\u0001"',
];
const WORDS = ["null", "true", "false", "undefined", "nul", "True", "None", "/**/1", "//x\n1", ""];
const SHAPES = [
  "{}",
  "[]",
  "[[]]",
  "[null]",
  "[{}]",
  '{"":0}',
  '{"length":5}',
  '{"0":1,"1":2}',
  "[1,]",
  "{,}",
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toJSON":1,"then":2,"valueOf":3,"toString":4}',
  `{"${CANARY}":"${CANARY}"}`,
];

/** Any value at all, spelled. */
export function oddValue(chance: Chance): string {
  return chance.oneOf([
    () => chance.oneOf(NUMBERS),
    () => chance.oneOf(NUMBERS),
    () => JSON.stringify(chance.oneOf(TEXTS)),
    () => JSON.stringify(chance.oneOf(TEXTS)),
    () => chance.oneOf(SHAPES),
    () => chance.oneOf(WORDS),
    () => chance.oneOf(SPELLED_TEXTS),
    () => chance.oneOf(NO_NUMBERS),
  ])();
}

const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "",
  "cmd",
  "id",
  "ID",
  "values",
  "times",
  "start",
  "count",
  "serial",
  "address",
  "equipment",
  "FFFF000120",
  "ffff000120",
  "FFFF00012",
  "FFFF0001200",
  "GGGG000120",
  "＃",
  "\u0000",
  CANARY,
  "x".repeat(201),
  "0",
  "-1",
  "length",
  "ticket",
  "commandId",
  "items",
];

/** A key, spelled. */
export function oddKey(chance: Chance): string {
  return JSON.stringify(chance.oneOf(KEYS));
}

/** Heavy ones: deep, wide, long. */
export function hugeValue(chance: Chance): string {
  const deep = 100_000;
  return chance.oneOf([
    () => "[".repeat(deep) + "]".repeat(deep),
    () => `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
    () => "[".repeat(deep),
    () => `[${"[],".repeat(deep)}[]]`,
    () => JSON.stringify("x".repeat(chance.oneOf([5_000, 60_000, 500_000]))),
    () => JSON.stringify("😀".repeat(chance.oneOf([5_000, 100_000]))),
    () => `"${"\\u0041".repeat(20_000)}"`,
    () => `[${"1,".repeat(chance.oneOf([3_999, 4_000, 10_000]))}1]`,
    () => "9".repeat(chance.oneOf([400, 100_000])),
    () => `0.${"3".repeat(50_000)}`,
    () => wideMap(chance.oneOf([4_000, 4_001, 20_000])),
  ])();
}

function wideMap(count: number): string {
  const keys = Array.from({ length: count }, (_, index) =>
    (0xff_ff00_0000 + index).toString(16).toUpperCase().padStart(10, "0"),
  );
  return `{${keys.map((key) => `"${key}":[1]`).join(",")}}`;
}

const EARLIEST = Date.UTC(2000, 0, 1);

/** An instant from 1970 to 2106, the edges of all rules more often. */
export function oddInstant(chance: Chance, now: number): number {
  return chance.oneOf([
    () => now - chance.below(60_000),
    () => now - chance.below(DAY_MS),
    () => now,
    () => now + chance.between(-1, 1),
    () => now + 26 * 3_600_000 + chance.between(-1, 1),
    () => now + chance.below(30 * 3_600_000),
    () => EARLIEST + chance.between(-1, 1),
    () => chance.below(2 ** 31) * 1_000,
    () => chance.below(2 ** 32) * 1_000 + chance.below(1_000),
    () => chance.oneOf([0, 1, -1, 2 ** 31 * 1000, 2 ** 32 * 1000, 2 ** 32 * 1000 - 1]),
  ])();
}
