import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isPixelFlood,
  keptSize,
  MAX_PICTURE_PIXELS,
  neededParts,
  readPictureHeader,
} from "./picture.ts";

const png = (width: number, height: number, depth = 8) => {
  const bytes = Buffer.alloc(8 + 25);
  bytes.set([137, 80, 78, 71, 13, 10, 26, 10]);
  bytes.writeUInt32BE(13, 8);
  bytes.write("IHDR", 12, "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.set([depth, 2], 24);
  return bytes;
};

test("a size is read as far as it is said, and colours of 16 bits weigh twice", () => {
  expect(readPictureHeader(png(300, 200))).toMatchObject({
    type: "image/png",
    width: 300,
    weight: 1,
  });
  expect(readPictureHeader(png(300, 200, 16))?.weight).toBe(2);
  expect(readPictureHeader(png(0, 200))).toBeNull();
  expect(readPictureHeader(png(300, 200).subarray(0, 30))).toBeNull();
});

test("a size that occurs twice is refused, and only checked parts reach a decoder", () => {
  const [small, large] = [png(8, 8), png(60_000, 60_000)];
  expect(readPictureHeader(Buffer.concat([small, large.subarray(8)]))).toBeNull();
  const bytes = Buffer.concat([small, Buffer.from("\0\0\0\0tEXtsum."), Buffer.from("rest")]);
  expect(Buffer.concat(neededParts(bytes, "image/png"))).toEqual(small);
  const empty = Buffer.from("\0\0\0\0tEXtsum.");
  expect(readPictureHeader(Buffer.concat([small, ...Array(20_000).fill(empty)]))).toBeNull();
});

test("a picture that a Worker cannot decode is refused as too large", () => {
  const flood = (width: number, height: number, depth = 8) => {
    const header = readPictureHeader(png(width, height, depth));
    return header === null ? null : isPixelFlood(header);
  };
  expect([flood(2500, 2000), flood(2500, 2001), flood(2500, 1001, 16)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([flood(12_000, 400), flood(12_001, 1), flood(0xffffffff, 0xffffffff)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("a stored picture is within the size limits, never empty and never enlarged", () => {
  const side = fc.integer({ min: 1, max: 12_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      fc.pre(width * height <= MAX_PICTURE_PIXELS);
      const kept = keptSize(width, height);
      for (const [now, before] of [
        [kept.width, width],
        [kept.height, height],
      ] as const) {
        expect(now).toBeGreaterThanOrEqual(1);
        expect(now).toBeLessThanOrEqual(Math.min(before, 1_500));
      }
    }),
  );
});

test("any bytes are read to an end, and those with a picture's beginning too", () => {
  const beginnings = [
    [],
    [137, 80, 78, 71, 13, 10, 26, 10],
    [0xff, 0xd8, 0xff],
    [0xff, 0xd8, 0xff, 0xe1, 0, 40, 0x45, 0x78, 0x69, 0x66, 0, 0],
    [...Buffer.from("GIF89a")],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...beginnings),
      fc.uint8Array({ maxLength: 200 }),
      (first, rest) => {
        const header = readPictureHeader(Uint8Array.from([...first, ...rest]));
        if (header === null) return;
        expect(header.width * header.height).toBeGreaterThan(0);
        expect(header.orientation).toBeGreaterThanOrEqual(1);
        expect(header.orientation).toBeLessThanOrEqual(8);
      },
    ),
    { numRuns: 2_000 },
  );
});
