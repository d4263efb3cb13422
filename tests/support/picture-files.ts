import { crc32, deflateSync } from "node:zlib";

function pngChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** A PNG with stripes in it. @param more chunks beside those of the picture @param said a size that it does not have */
export function makePng(
  width: number,
  height: number,
  { more = {}, said }: { more?: Record<string, Uint8Array>; said?: [number, number] } = {},
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(said?.[0] ?? width, 0);
  header.writeUInt32BE(said?.[1] ?? height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.fill(y % 256, y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk("IHDR", header),
    ...Object.entries(more).map(([name, content]) => pngChunk(name, content)),
    pngChunk("IDAT", deflateSync(rows, { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A segment of a JPEG, put behind its first two bytes. */
export function insertSegment(jpeg: Uint8Array, marker: number, content: Uint8Array): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(content.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker]),
    size,
    content,
    jpeg.subarray(2),
  ]);
}

/** What a camera writes of how it was held. */
export function exifOf(orientation: number, text = ""): Buffer {
  const tiff = Buffer.from(
    "4949 2a00 0800 0000 0100 1201 0300 0100 0000".replaceAll(" ", ""),
    "hex",
  );
  return Buffer.concat([
    Buffer.from("Exif\0\0", "latin1"),
    tiff,
    Buffer.from([orientation, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(text, "latin1"),
  ]);
}

/** Two frames of one pixel: red, then green. */
export const ANIMATED_GIF = Buffer.concat([
  Buffer.from("GIF89a", "latin1"),
  Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]),
  Buffer.from([0x21, 0xff, 0x0b]),
  Buffer.from("NETSCAPE2.0", "latin1"),
  Buffer.from([3, 1, 0, 0, 0]),
  Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]),
  Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0]),
  Buffer.from([0x3b]),
]);
