import { expect, test } from "vitest";
import { neededOfGif, readGif } from "./gif.ts";

const screen = (width: number, height: number) => [
  ...Buffer.from("GIF89a"),
  width & 0xff,
  width >> 8,
  height & 0xff,
  height >> 8,
  0x80,
  0,
  0,
  255,
  0,
  0,
  0,
  255,
  0,
];
const frame = (left: number, top: number, width: number, height: number) => [
  0x2c,
  ...[left, top, width, height].flatMap((side) => [side & 0xff, side >> 8]),
  0,
  2,
  2,
  0x44,
  1,
  0,
];
const CONTROL = [0x21, 0xf9, 4, 1, 10, 0, 1, 0];
const COMMENT = [0x21, 0xfe, 2, 0x68, 0x69, 0];
const END = [0x3b];
const file = (...parts: number[][]) => Uint8Array.from(parts.flat());

test("a decoder gets the first frame with its control, and nothing else", () => {
  const bytes = file(
    screen(4, 4),
    COMMENT,
    CONTROL,
    COMMENT,
    frame(1, 1, 3, 3),
    CONTROL,
    frame(0, 0, 4, 4),
    END,
  );
  expect(readGif(bytes)).toMatchObject({ type: "image/gif", width: 4, height: 4 });
  const needed = file(screen(4, 4), CONTROL, frame(1, 1, 3, 3), END);
  expect([...Buffer.concat(neededOfGif(bytes))]).toEqual([...needed]);
});

test("a frame outside its screen, and one that is cut off, is no picture", () => {
  for (const [left, top, width, height] of [
    [0, 0, 5, 4],
    [0, 0, 4, 5],
    [2, 0, 3, 4],
    [0, 65_535, 4, 4],
    [0, 0, 65_535, 65_535],
  ] as const)
    expect(readGif(file(screen(4, 4), frame(left, top, width, height), END))).toBeNull();
  const whole = file(screen(4, 4), frame(0, 0, 4, 4));
  for (let size = 0; size < whole.length; size += 1)
    expect(readGif(whole.subarray(0, size)), `${size}`).toBeNull();
});

test("parts that decoders interpret differently are removed", () => {
  // An extension that begins with an empty block: here it has ended, while a decoder takes what follows for its blocks.
  const empty = [0x21, 0xfe, 0];
  const bytes = file(screen(4, 4), empty, frame(0, 0, 4, 4), frame(0, 0, 65_535, 65_535), END);
  expect([...Buffer.concat(neededOfGif(bytes))]).toEqual([
    ...file(screen(4, 4), frame(0, 0, 4, 4), END),
  ]);
  for (const control of [
    [0x21, 0xf9, 0],
    [0x21, 0xf9, 3, 0, 0, 0, 0],
    [0x21, 0xf9, 1, 0, 2, 0, 0, 0],
    [0x21, 0xf9, 4, 0, 0, 0, 0, 1, 0, 0],
  ])
    expect(readGif(file(screen(4, 4), control, frame(0, 0, 4, 4), END))).toBeNull();
});
