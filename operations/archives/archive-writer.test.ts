import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ArchiveDamaged } from "#protocol/archive/archive-damaged.ts";
import { crc32 } from "#protocol/archive/crc32.ts";
import { digestBytes } from "#protocol/archive/digest.ts";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  MANIFEST,
  MAX_PACKED_BYTES,
  type Manifest,
  writeManifest,
} from "#protocol/archive/manifest.ts";
import { ARCHIVED_VALUES } from "#protocol/archive/object-tables.ts";
import {
  MAX_UNPACKED_BYTES,
  NOTHING_VERIFIED,
  type OpenedArchive,
  openArchive,
  readArchiveFile,
  verifyNext,
} from "#protocol/archive/read-archive.ts";
import { MAX_LINE_BYTES } from "#protocol/archive/read-lines.ts";
import { readSamples, type SampleColumns, writeSamples } from "#protocol/archive/samples-format.ts";
import {
  directoryOf,
  headerOf,
  type ReadRange,
  sizeWithHeader,
  type ZipEntry,
} from "#protocol/archive/zip.ts";
import { ArchiveWriter, NEW_ARCHIVE } from "./archive-writer.ts";

const SITE = {
  name: "Harbour roof",
  location: "Hamburg",
  country: "DE",
  latitude: 53.5,
  longitude: 10,
  time_zone: "Europe/Berlin",
  electricity_price: 0.3,
  feed_in_price: null,
  price_unit: "EUR",
  reduce_scale: 0.997,
  solar_peak: 9_600,
  geofence: null,
  tags: ["roof"],
  banner: null,
  created_at: 1_790_000_000_000,
  system_type: "10001",
  system_code: 1,
};
const SINCE = 1_790_000_000_000;
const USER = { user: 1, name: "Ana", email: "ana@example.org", is_owner: true };
const line = (row: object) => `${JSON.stringify(row)}\n`;
const HEAD = { kind: "site", createdAt: 1_790_000_000_000, origin: "https://portal.test" } as const;

/** Writes an archive in parts of a size, saved and continued after every file. */
async function write(partBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const store = {
    partBytes,
    async storePart(number: number, bytes: Uint8Array) {
      parts[number - 1] = bytes.slice();
      return `tag ${number}`;
    },
  };
  let saved = { state: NEW_ARCHIVE, rest: new Uint8Array() };
  const add = async (folder: string, lines: string, rows: number) => {
    const writer = new ArchiveWriter(store, saved.state, saved.rest);
    await writer.addRows(folder, lines, rows);
    saved = structuredClone(writer.save()) as typeof saved;
  };
  await add("site", line(SITE), 1);
  await add("users", line(USER), 1);
  await add("registers", line({ register: "FFFF000100" }), 1);
  for (let file = 0; file < 3; file++) {
    const at = Float64Array.from(
      { length: 50 },
      (_, index) => SINCE + (file * 50 + index) * 10_000,
    );
    const columns = [at.map((instant) => Math.sin(instant))];
    const lines = [...writeSamples({ at, addresses: ["FFFF000100"], columns })];
    await add("samples", lines.join(""), lines.length);
  }
  await new ArchiveWriter(store, saved.state, saved.rest).finish(HEAD);
  return Buffer.concat(parts);
}

const rangeOf =
  (bytes: Uint8Array): ReadRange =>
  async (offset, length) =>
    bytes.subarray(offset, offset + length);

async function verify(bytes: Uint8Array): Promise<void> {
  const archive = await openArchive(rangeOf(bytes), bytes.length);
  let state = NOTHING_VERIFIED;
  while (state.next < archive.manifest.files.length)
    state = await verifyNext(rangeOf(bytes), archive, state);
}

test("the bytes of an archive do not depend on the size of its parts, and it is valid", async () => {
  const whole = await write(1_000_000);
  for (const partBytes of [100, 517, 4_096])
    expect(Buffer.from(await write(partBytes)).equals(Buffer.from(whole))).toBe(true);
  await verify(whole);
});

test("every changed byte, cut and addition is found", async () => {
  const whole = await write(4_096);
  for (let place = 0; place < whole.length; place++) {
    const damaged = whole.slice();
    damaged[place] = (damaged[place] ?? 0) ^ (1 << (place % 8));
    await expect(verify(damaged), `byte ${place}`).rejects.toThrow(ArchiveDamaged);
  }
  for (const cut of [1, 21, 22, 400, whole.length])
    await expect(verify(whole.subarray(0, whole.length - cut))).rejects.toThrow(ArchiveDamaged);
  await expect(verify(Buffer.concat([whole, Buffer.of(0)]))).rejects.toThrow(ArchiveDamaged);
});

type Made = {
  path: string;
  text?: string;
  bytes?: Uint8Array;
  rows?: number | null;
  sha256?: string;
};

/** Writes an archive as a forger would, with correct checksums of any contents. */
async function forge(files: readonly Made[], manifest?: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const entries: ZipEntry[] = [];
  const listed: Parameters<typeof writeManifest>[0]["files"] = [];
  let offset = 0;
  const add = (name: string, bytes: Uint8Array) => {
    const entry = { name, crc: crc32(bytes), size: bytes.length, offset };
    entries.push(entry);
    pieces.push(headerOf(entry), bytes);
    offset += sizeWithHeader(entry);
  };
  for (const { path, text = "", bytes = gzipSync(text), rows, sha256 } of files) {
    add(path, bytes);
    listed.push({
      path,
      bytes: bytes.length,
      sha256: sha256 ?? (await digestBytes(bytes)),
      rows: rows === undefined ? text.split("\n").length - 1 : rows,
    });
  }
  add(MANIFEST, Buffer.from(manifest ?? writeManifest({ ...HEAD, files: listed })));
  pieces.push(directoryOf(entries));
  return Buffer.concat(pieces);
}

const SITE_FILE = { path: "site/00001.ndjson.gz", text: line(SITE) };
const USERS_FILE = { path: "users/00001.ndjson.gz", text: line(USER) };
const with_ = (...files: Made[]) => [SITE_FILE, USERS_FILE, ...files];

test("a forged archive is refused, and the file is named", async () => {
  await verify(await forge(with_()));
  const samples = (text: string) => with_({ path: "samples/00001.ndjson.gz", text: `${text}\n` });
  const journal = {
    at: 1,
    author: null,
    details: {},
    number: 1,
    previous: "0".repeat(64),
    what: "x",
  };
  const cases: [files: Made[], fault: string, file: string][] = [
    [[USERS_FILE], "missingFile", "site/00001.ndjson.gz"],
    [[USERS_FILE, SITE_FILE], "missingFile", "site/00001.ndjson.gz"],
    [
      with_({ path: "site/00003.ndjson.gz", text: line(SITE) }),
      "missingFile",
      "site/00003.ndjson.gz",
    ],
    [with_({ path: "evil/00001.ndjson.gz", text: "{}\n" }), "unknownFile", "evil/00001.ndjson.gz"],
    [with_({ path: "../00001.ndjson.gz", text: "{}\n" }), "changedFile", "ZIP directory"],
    [with_({ path: "/site/00001.ndjson.gz", text: "{}\n" }), "changedFile", "ZIP directory"],
    [with_(SITE_FILE), "changedFile", "ZIP directory"],
    [with_({ path: "samples/00001.jpg", text: "{}\n" }), "unknownFile", "samples/00001.jpg"],
    [
      [{ ...SITE_FILE, text: line({ ...SITE, name: "" }) }, USERS_FILE],
      "wrongRow",
      "site/00001.ndjson.gz",
    ],
    [
      [{ ...SITE_FILE, text: line({ ...SITE, secret: 1 }) }, USERS_FILE],
      "wrongRow",
      "site/00001.ndjson.gz",
    ],
    [
      [{ ...SITE_FILE, text: line(SITE) + line(SITE) }, USERS_FILE],
      "tooLarge",
      "site/00001.ndjson.gz",
    ],
    [[{ ...SITE_FILE, rows: 2 }, USERS_FILE], "tooLarge", "site/00001.ndjson.gz"],
    [[SITE_FILE, { ...USERS_FILE, rows: 3 }], "wrongRow", "users/00001.ndjson.gz"],
    [
      [SITE_FILE, { ...USERS_FILE, sha256: "0".repeat(64) }],
      "changedFile",
      "users/00001.ndjson.gz",
    ],
    [
      [SITE_FILE, { path: USERS_FILE.path, bytes: Buffer.from("no gzip"), rows: 1 }],
      "changedFile",
      "users/00001.ndjson.gz",
    ],
    [
      samples('{"at":[[1790000000000,10,3]],"values":{"FFFF000100":[1,2]}}'),
      "wrongRow",
      "samples/00001.ndjson.gz",
    ],
    [
      samples('{"at":[[1790000000000,0,3]],"values":{"FFFF000100":[1,2,3]}}'),
      "wrongRow",
      "samples/00001.ndjson.gz",
    ],
    [
      samples('{"at":[[1790000000000,1,1e15]],"values":{"FFFF000100":[1]}}'),
      "wrongRow",
      "samples/00001.ndjson.gz",
    ],
    [
      samples('{"at":[[1790000000009,0,1],[1790000000003,0,1]],"values":{"FFFF000100":[1,2]}}'),
      "wrongRow",
      "samples/00001.ndjson.gz",
    ],
    [
      samples('{"at":[[1790000000000,0,1]],"values":{"FFFF000100":[1e999]}}'),
      "wrongRow",
      "samples/00001.ndjson.gz",
    ],
    [
      samples('{"at":[[1790000000000,0,1]],"values":{"__proto__":[1]}}'),
      "wrongRow",
      "samples/00001.ndjson.gz",
    ],
    [
      samples('{"at":[[1790000000000,0,1]],"values":{"FFFF000100":[true]}}'),
      "wrongRow",
      "samples/00001.ndjson.gz",
    ],
    [
      with_({
        path: "journal/00001.ndjson.gz",
        text: line(journal) + line({ ...journal, number: 2 }),
      }),
      "wrongRow",
      "journal/00001.ndjson.gz",
    ],
    [
      // 30 MB of spaces are 30 kB.
      [SITE_FILE, { path: USERS_FILE.path, text: `${" ".repeat(30_000_000)}\n` }],
      "tooLarge",
      "users/00001.ndjson.gz",
    ],
  ];
  for (const [files, fault, file] of cases)
    await expect(verify(await forge(files)), `${fault} ${file}`).rejects.toMatchObject({
      fault,
      file,
    });
  const other = writeManifest({ ...HEAD, files: [] }).replace('"version": 1', '"version": 2');
  await expect(verify(await forge([], other))).rejects.toMatchObject({
    fault: "unknownVersion",
    file: MANIFEST,
  });
  await expect(verify(await forge([], "{}"))).rejects.toMatchObject({ fault: "wrongRow" });
  await expect(verify(Buffer.from("PK"))).rejects.toMatchObject({ fault: "notArchive" });
});

test("of the small values of a site's object only those of an archive are accepted", async () => {
  const path = "values/00001.ndjson.gz";
  const values = (...names: readonly string[]) =>
    forge(with_({ path, text: names.map((name) => line({ name, value: 1 })).join("") }));
  await verify(await values(...ARCHIVED_VALUES));
  const others = ["siteId", "settingsPassword", "loggerIdentity", "equipment ", "toString", ""];
  for (const name of others)
    await expect(verify(await values("equipment", name)), name).rejects.toMatchObject({
      fault: "wrongRow",
      file: path,
      row: 2,
    });
});

/** Returns a reader that counts the bytes it was asked for. */
function countingReader(bytes: Uint8Array) {
  let asked = 0;
  const read: ReadRange = (offset, length) => {
    asked += length;
    return rangeOf(bytes)(offset, length);
  };
  return { read, asked: () => asked };
}

test("a manifest or file that is too large is refused before it is read", async () => {
  const large = await forge(with_(), " ".repeat(12 * 1_048_576 + 1));
  const manifest = countingReader(large);
  await expect(openArchive(manifest.read, large.length)).rejects.toMatchObject({
    fault: "tooLarge",
    file: MANIFEST,
  });
  expect(manifest.asked()).toBeLessThan(1_000);
  const name = SITE_FILE.path;
  const size = MAX_PACKED_BYTES + 1;
  const file = { path: name, bytes: size, sha256: "0".repeat(64), rows: 1 };
  const { read, asked } = countingReader(new Uint8Array());
  const archive = {
    manifest: {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      ...HEAD,
      files: [file],
    } as Manifest,
    entries: [{ name, crc: 0, size, offset: 0 }],
  } satisfies OpenedArchive;
  await expect(verifyNext(read, archive, NOTHING_VERIFIED)).rejects.toMatchObject({
    fault: "tooLarge",
    file: name,
  });
  expect(asked()).toBe(0);
});

test("a manifest of many small values is refused before it is parsed", async () => {
  const filled = (text: string) =>
    writeManifest({ ...HEAD, files: [] }).replace('"files": [', `"files": [${text}`);
  const repeated = (text: string, count: number) => filled(`${text},`.repeat(count) + text);
  const cases: [text: string, fault: string][] = [
    [repeated("{}", 400_000), "tooLarge"],
    [repeated("1", 65_534), "wrongRow"],
    [repeated("{}", 65_533), "wrongRow"],
    [filled("[".repeat(100_000) + "]".repeat(100_000)), "wrongRow"],
    [filled(`"${"{".repeat(400_000)}"`), "wrongRow"],
  ];
  for (const [text, fault] of cases) {
    const bytes = await forge([], text);
    await expect(openArchive(rangeOf(bytes), bytes.length)).rejects.toMatchObject({
      fault,
      file: MANIFEST,
    });
  }
});

const LISTS = "lists/00001.ndjson.gz";
const lists = (...texts: readonly string[]) =>
  forge(
    with_({ path: LISTS, text: texts.map((list, id) => `{"id":${id},"list":${list}}\n`).join("") }),
  );
const repeat = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test("lines are counted and limited before they are parsed", async () => {
  const feeds = with_({ path: LISTS, text: "\n".repeat(20_000_000), rows: 1 });
  await expect(verify(await forge(feeds))).rejects.toMatchObject({
    fault: "wrongRow",
    file: LISTS,
    row: null,
  });
  const many = with_({ path: LISTS, text: "\n", rows: 100_001 });
  await expect(verify(await forge(many))).rejects.toMatchObject({ file: MANIFEST });
  const open = with_({ path: LISTS, text: '{"id":1,"list":[]}', rows: 1 });
  await expect(verify(await forge(open))).rejects.toMatchObject({ fault: "wrongRow", row: null });
  const bytes = Buffer.alloc(1_999_000).toString("base64");
  const blob = { id: 1, from_at: 1, to_at: 2, rollups: bytes, steps: null, kept: null };
  await verify(await forge(with_({ path: "expired/00001.ndjson.gz", text: line(blob) })));
  await verify(await lists(`"${"x".repeat(1_899_000)}"`, repeat("0", 900_000)));
  const cases: [texts: string[], fault: string, row: number][] = [
    [["[]", `"${"x".repeat(MAX_LINE_BYTES)}"`], "tooLarge", 2],
    [[repeat("{}", 300_000), repeat("{}", 300_000)], "tooLarge", 2],
    [Array.from({ length: 3 }, () => repeat("0", 1_500_000)), "tooLarge", 3],
    [[repeat('{"":0}', 300_000)], "tooLarge", 1],
    [["[]", nested(64)], "wrongRow", 2],
    [[nested(1_000_000)], "wrongRow", 1],
    [["[1e999]"], "wrongRow", 1],
    [['"\\"'], "wrongRow", 1],
    [
      ["[],".concat(Array.from({ length: 63 }, (_, index) => `"${index}":0`).join(","))],
      "wrongRow",
      1,
    ],
  ];
  for (const [texts, fault, row] of cases)
    await expect(verify(await lists(...texts)), texts[0]?.slice(0, 20)).rejects.toMatchObject({
      fault,
      file: LISTS,
      row,
    });
  await verify(await lists(nested(60), repeat("{}", 200_000), '"[[\\"{{:"'));
  const missing = with_({ path: LISTS, text: '{"id":1}\n' });
  await expect(verify(await forge(missing))).rejects.toMatchObject({ fault: "wrongRow", row: 1 });
  const tags = Array.from({ length: 100_000 }, () => 100);
  const site = [{ ...SITE_FILE, text: line({ ...SITE, tags }) }, USERS_FILE];
  await expect(verify(await forge(site))).rejects.toMatchObject({ fault: "tooLarge", row: 1 });
});

const SAMPLES = "samples/00001.ndjson.gz";

test("samples are read one line at a time, and a file has a limited number of them", async () => {
  const zeros = (count: number) =>
    `{"at":[[1790000000000,1,${count}]],"values":{"FFFF000100":${repeat("0", count)}}}\n`;
  const full = zeros(2 ** 18);
  await verify(await forge(with_({ path: SAMPLES, text: full.repeat(16) })));
  const more = with_({ path: SAMPLES, text: full.repeat(16) + zeros(2) });
  await expect(verify(await forge(more))).rejects.toMatchObject({
    fault: "tooLarge",
    file: SAMPLES,
    row: 17,
  });
  const bytes = await forge(with_({ path: SAMPLES, text: `${zeros(3)}wrong\n` }));
  const archive = await openArchive(rangeOf(bytes), bytes.length);
  const contents = await readArchiveFile(rangeOf(bytes), archive, 2);
  if (contents.kind !== "samples") throw new Error(contents.kind);
  const lines = contents.samples[Symbol.iterator]();
  expect(lines.next().value?.at).toHaveLength(3);
  expect(() => lines.next()).toThrow(ArchiveDamaged);
});

test("a line of long texts is divided, so that it can be read", () => {
  const at = Float64Array.from({ length: 2 ** 15 }, (_, index) => 1_790_000_000_000 + index);
  const columns = [Array.from(at, () => "站".repeat(200))];
  const lines = [...writeSamples({ at, addresses: ["FFFF000100"], columns })];
  const read = lines.map((text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_LINE_BYTES);
    return readSamples(JSON.parse(text));
  });
  expect(read.flatMap((samples) => [...(samples?.at ?? [])])).toEqual([...at]);
});

test("instants of samples and rows are those that a portal may have recorded", async () => {
  const [first, end] = [Date.UTC(2000, 0), Date.UTC(2200, 0)];
  const samples = (at: number) => ({
    path: SAMPLES,
    text: `{"at":[[${at},0,1]],"values":{"FFFF000100":[1]}}\n`,
  });
  const newest = (at: number, countsAt = at) => ({
    path: "latest/00001.ndjson.gz",
    text: line({ register: "FFFF000100", at, counts_at: countsAt, value: 1 }),
  });
  const state = (at: number) => ({
    path: "states/00001.ndjson.gz",
    text: line({ address: "FFFF0001", at, status: "on" }),
  });
  const valid = [samples(first), samples(end - 1), newest(first), newest(end - 1, 0), state(0)];
  for (const file of valid) await verify(await forge(with_(file)));
  const refused = [
    samples(first - 1),
    samples(end),
    newest(end),
    newest(first, end),
    newest(-1),
    state(end),
    state(0.5),
  ];
  for (const file of refused)
    await expect(verify(await forge(with_(file))), file.text).rejects.toMatchObject({
      fault: "wrongRow",
      file: file.path,
      row: 1,
    });
  const late = [{ ...SITE_FILE, text: line({ ...SITE, created_at: end }) }, USERS_FILE];
  await expect(verify(await forge(late))).rejects.toMatchObject({ fault: "wrongRow" });
  const manifest = writeManifest({ ...HEAD, createdAt: end, files: [] });
  await expect(verify(await forge([], manifest))).rejects.toMatchObject({ file: MANIFEST });
});

test("the size of all files together is limited", async () => {
  const bytes = await forge(with_());
  const archive = await openArchive(rangeOf(bytes), bytes.length);
  const size = Buffer.byteLength(SITE_FILE.text);
  const before = { ...NOTHING_VERIFIED, unpacked: MAX_UNPACKED_BYTES - size };
  const after = await verifyNext(rangeOf(bytes), archive, before);
  expect(after.unpacked).toBe(MAX_UNPACKED_BYTES);
  await expect(verifyNext(rangeOf(bytes), archive, after)).rejects.toMatchObject({
    fault: "tooLarge",
    file: USERS_FILE.path,
  });
});

test("samples are read as they were written, also −0, texts and missing values", () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-0, null, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, 0.1 + 0.2),
    fc.string({ maxLength: 40, unit: "binary" }).filter((text) => text.isWellFormed()),
  );
  const instants = fc.uniqueArray(fc.integer({ min: SINCE, max: SINCE + 5_000 }), {
    minLength: 1,
    maxLength: 60,
  });
  const property = fc.property(
    instants.chain((at) =>
      fc.tuple(
        fc.constant(at.sort((one, other) => one - other)),
        fc.array(fc.array(value, { minLength: at.length, maxLength: at.length }), {
          minLength: 1,
          maxLength: 4,
        }),
      ),
    ),
    ([at, columns]) => {
      const addresses = columns.map((_, index) => `FFFF00010${index}`);
      const expected = new Map<string, unknown>();
      columns.forEach((column, index) => {
        column.forEach((one, place) => {
          if (one !== null) expected.set(`${addresses[index]} ${at[place]}`, one);
        });
      });
      const found = new Map<string, unknown>();
      const given: SampleColumns = { at: Float64Array.from(at), addresses, columns };
      for (const text of writeSamples(given)) {
        const read = readSamples(JSON.parse(text));
        read?.addresses.forEach((address, index) => {
          [...(read.columns[index] ?? [])].forEach((one, place) => {
            if (one !== null && !Number.isNaN(one)) found.set(`${address} ${read.at[place]}`, one);
          });
        });
      }
      expect(found).toEqual(expected);
    },
  );
  fc.assert(property, { verbose: true });
});
