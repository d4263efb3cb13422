import { expect, test } from "vitest";
import { readPictureHeader } from "#domain/files/picture.ts";
import type { Reencoded } from "#operations/context.ts";
import { openCodec } from "#workers/photon.ts";
import { pictures } from "#workers/pictures.ts";
import { ANIMATED_GIF, exifOf, insertSegment, makePng } from "../support/picture-files.ts";

const { default: program } = await import("@cf-wasm/photon/photon.wasm");

/** Left half red, right half blue. */
function makeJpeg(width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4)
    rgba.set((at / 4) % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255], at);
  return openCodec(program).writeJpeg({ width, height, rgba }, 95);
}

function taken(reencoded: Reencoded) {
  if ("refused" in reencoded) throw new Error(reencoded.refused);
  return reencoded;
}

const includes = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);
/** Reads a pixel as r, g or b by its strongest colour. */
function colourAt(bytes: Uint8Array, x: number, y: number): string {
  const { width, rgba } = openCodec(program).decode([bytes]);
  const at = (y * width + x) * 4;
  const colours = [...rgba.subarray(at, at + 3)];
  return "rgb".charAt(colours.indexOf(Math.max(...colours)));
}

test("a picture is encoded again without its metadata", async () => {
  const text = Buffer.from("Comment\0taken at home");
  const png = makePng(40, 20, { more: { tEXt: text, iCCP: Buffer.from("x\0\0not packed") } });
  const fromPng = taken(await pictures.reencode(png));
  expect(fromPng.contentType).toBe("image/png");
  expect(readPictureHeader(fromPng.bytes)).toMatchObject({ width: 40, height: 20 });
  expect(includes(fromPng.bytes, "taken at home")).toBe(false);

  const jpeg = insertSegment(makeJpeg(40, 20), 0xe1, exifOf(1, "GPS 52.5 13.4"));
  const polyglot = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>")]);
  const fromJpeg = taken(await pictures.reencode(polyglot));
  expect(fromJpeg.contentType).toBe("image/jpeg");
  for (const gone of ["GPS", "Exif", "script"]) expect(includes(fromJpeg.bytes, gone)).toBe(false);
});

test("a picture is rotated by its orientation, and scaled down to the limit", async () => {
  const lying = insertSegment(makeJpeg(60, 20), 0xe1, exifOf(6));
  const { bytes } = taken(await pictures.reencode(lying));
  expect(readPictureHeader(bytes)).toMatchObject({ width: 20, height: 60, orientation: 1 });
  expect([colourAt(bytes, 10, 5), colourAt(bytes, 10, 55)]).toEqual(["r", "b"]);
  const large = taken(await pictures.reencode(makeJpeg(2000, 500)));
  expect(readPictureHeader(large.bytes)).toMatchObject({ width: 1500, height: 375 });
  expect([colourAt(large.bytes, 9, 9), colourAt(large.bytes, 1400, 9)]).toEqual(["r", "b"]);
});

test("the first frame of an animated GIF is stored as a PNG", async () => {
  const { bytes, contentType } = taken(await pictures.reencode(ANIMATED_GIF));
  expect(contentType).toBe("image/png");
  expect(colourAt(bytes, 0, 0)).toBe("r");
});

test("floods of pixels are refused before anything is decoded, wherever the size is said", async () => {
  const jpeg = Buffer.from(makeJpeg(8, 8));
  jpeg.set([0x2e, 0xe0, 0x2e, 0xe0], jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  const floods = [
    makePng(8, 8, { said: [60_000, 60_000] }),
    jpeg,
    Buffer.from([...ANIMATED_GIF.subarray(0, 6), 255, 255, 255, 255, ...ANIMATED_GIF.subarray(10)]),
  ];
  for (const flood of floods)
    expect(["tooManyPixels", "sideTooLong"]).toContain(
      ((await pictures.reencode(flood)) as { refused: string }).refused,
    );
});

test("a picture that is too long on one side is refused for that, whatever its area", async () => {
  expect(await pictures.reencode(makePng(8, 8, { said: [12_001, 1] }))).toEqual({
    refused: "sideTooLong",
  });
});

test("a picture hidden from the check reaches no decoder", async () => {
  const jpeg = Buffer.from(makeJpeg(8, 8));
  const hidden = jpeg.subarray(2);
  const length = Buffer.from([(hidden.length + 2) >> 8, (hidden.length + 2) & 0xff]);
  const frame = Buffer.from([8, 0x7f, 0xff, 0x7f, 0xff, 1, 1, 0x11, 0]);
  const refused = [
    // A decoder looks for the next marker behind these, and finds the first of two pictures.
    ...[0x00, 0x01, 0xd0].map((marker) =>
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, hidden, hidden]),
    ),
    insertSegment(jpeg, 0xc1, frame),
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0]), hidden]),
  ];
  for (const [place, bytes] of refused.entries())
    expect(await pictures.reencode(bytes), `${place}`).toEqual({ refused: "noPicture" });
  taken(await pictures.reencode(Buffer.concat([jpeg, hidden])));
  expect(() => openCodec(program).decode([jpeg], { width: 8, height: 9 })).toThrow("size differs");
});

test("an invalid or broken picture is refused, and the next one is accepted", async () => {
  const [png, jpeg] = [makePng(64, 64), makeJpeg(64, 64)];
  const broken = [
    new Uint8Array(),
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    Buffer.from("RIFF\0\0\0\0WEBPVP8 "),
    Buffer.from("%PDF-1.7"),
    png.subarray(0, 20),
    png.subarray(0, png.length - 40),
    jpeg.subarray(0, 10),
    ANIMATED_GIF.subarray(0, 30),
    makePng(8, 8, { said: [9, 9] }),
  ];
  for (const [place, bytes] of broken.entries())
    expect(await pictures.reencode(bytes), `${place}`).toEqual({ refused: "noPicture" });
  taken(await pictures.reencode(png));
});
