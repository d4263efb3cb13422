import fc from "fast-check";
import { expect, test } from "vitest";
import { neededOfJpeg, readJpeg } from "./jpeg.ts";

const segment = (marker: number, content: number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
];
const frame = (width: number, height: number, marker = 0xc0, colours = 3) =>
  segment(marker, [
    8,
    height >> 8,
    height & 0xff,
    width >> 8,
    width & 0xff,
    colours,
    ...Array.from({ length: colours }, (_, place) => [place + 1, 0x11, 0]).flat(),
  ]);

const START = [0xff, 0xd8];
const END = [0xff, 0xd9];
const TABLES = [
  ...segment(0xdb, [0, ...Array(64).fill(1)]),
  ...segment(0xc4, [0, 1, ...Array(15).fill(0), 0]),
];
const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 0xff, 0, 2, 0xff, 0xd0, 3];
const SMALL = frame(8, 8);
const HUGE = frame(12_000, 12_000);

const file = (...parts: number[][]) => Uint8Array.from(parts.flat());
const read = (...parts: number[][]) => readJpeg(file(START, ...parts));

/** The frames that a decoder finds which skips to the next 0xff wherever it misses a marker. */
function framesOf(bytes: Uint8Array): number[][] {
  const frames: number[][] = [];
  for (let at = 2; ; ) {
    while (at < bytes.length && bytes[at] !== 0xff) at += 1;
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    if (marker === undefined || marker === 0xd9) return frames;
    at += 1;
    if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    const number = (place: number) => ((bytes[place] ?? 0) << 8) | (bytes[place + 1] ?? 0);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      frames.push([number(at + 5), number(at + 3)]);
    at += number(at);
  }
}

test("a picture's size and the parts that a decoder needs are read", () => {
  const exif = segment(0xe1, [1, 2, 3]);
  const bytes = file(START, exif, TABLES, [0xff, 0xff], SMALL, SCAN, END, HUGE);
  expect(readJpeg(bytes)).toEqual({
    type: "image/jpeg",
    width: 8,
    height: 8,
    weight: 1,
    orientation: 1,
  });
  const needed = Buffer.concat(neededOfJpeg(bytes));
  expect([...needed]).toEqual([...START, ...TABLES, ...SMALL, ...SCAN, ...END]);
  expect(read(TABLES, frame(8, 8, 0xc2, 4), SCAN, END)?.weight).toBe(2);
  expect(read(TABLES, frame(8, 8, 0xc0, 4), SCAN, END)?.weight).toBe(1);
});

test("a picture that decoders interpret differently is refused", () => {
  const hidden = [...TABLES, ...HUGE, ...SCAN, ...END];
  const length = [(hidden.length + 2) >> 8, (hidden.length + 2) & 0xff];
  expect(read([0xff, 0x00], length, hidden, SMALL, SCAN, END)).toBeNull();
  for (const marker of [0x00, 0x01, 0x02, 0xbf, 0xd0, 0xd7, 0xd8, 0xdc, 0xde, 0xf0, 0xc3, 0xc9])
    expect(read([0xff, marker], length, hidden, SMALL, SCAN, END), `${marker}`).toBeNull();
  for (const [name, parts] of Object.entries({
    "a byte where a marker must be": [TABLES, [0], SMALL, SCAN, END],
    "two frames": [TABLES, SMALL, SCAN, HUGE, END],
    "no frame": [TABLES, SCAN, END],
    "no end": [TABLES, SMALL, SCAN],
    "a restart outside a scan": [TABLES, [0xff, 0xd0], SMALL, SCAN, END],
    "a filled restart in a scan": [TABLES, SMALL, SCAN, [0xff, 0xff, 0xd1, 4], END],
    "a segment without a length": [TABLES, [0xff, 0xfe, 0, 1], SMALL, SCAN, END],
    "a segment longer than the file": [TABLES, SMALL, SCAN, [0xff, 0xfe, 9, 9, 1], END],
  }))
    expect(read(...parts), name).toBeNull();
});

test("only so many scans and segments are walked", () => {
  const scans = (count: number) => read(TABLES, SMALL, Array(count).fill(SCAN).flat(), END);
  expect([scans(50) === null, scans(51) === null]).toEqual([false, true]);
  expect(read(TABLES, SMALL, SCAN, Array(2_000).fill([0xff, 0xfe, 0, 2]).flat(), END)).toBeNull();
});

test("every accepted picture has one frame of the checked size", () => {
  const fake = fc
    .tuple(fc.nat(255), fc.nat(300))
    .map(([marker, size]) => [0xff, marker, size >> 8, size & 0xff]);
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(TABLES, SMALL, HUGE, SCAN, END, START, [0xff]) },
    { weight: 2, arbitrary: fake },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map((bytes) => [...bytes]) },
  );
  // Most begin and end well, or hardly one would be accepted.
  const parts = fc.tuple(
    fc.constantFrom([TABLES, SMALL, SCAN], [SMALL], []),
    fc.array(piece, { maxLength: 8 }),
    fc.constantFrom([END], [SCAN, END], []),
  );
  let accepted = 0;
  fc.assert(
    fc.property(parts, ([first, middle, last]) => {
      const bytes = file(START, ...first, ...middle, ...last);
      const header = readJpeg(bytes);
      if (header === null) return;
      accepted += 1;
      const { width, height } = header;
      expect(framesOf(Buffer.concat(neededOfJpeg(bytes)))).toEqual([[width, height]]);
    }),
    { numRuns: 3_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
