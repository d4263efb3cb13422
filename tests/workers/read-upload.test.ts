import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { parseInput } from "#operations/parse-input.ts";
import { uploadedFile } from "#operations/upload-input.ts";
import { parseMultipart } from "#workers/multipart.ts";
import { readUpload } from "#workers/read-upload.ts";
import { ORIGIN } from "../support/call-api.ts";

const picture = new File([Uint8Array.of(0x89, 0x50, 0x00, 0xff)], "me.png", { type: "image/png" });
const schema = z.object({ file: uploadedFile, title: z.string().max(4, "tooLong").optional() });

const bytesOf = async (request: Request) => new Uint8Array(await request.arrayBuffer());

async function read(body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request(ORIGIN, { method: "POST", body, headers });
  return readUpload(await bytesOf(request), request.headers.get("Content-Type"));
}

function formOf(...parts: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, part] of parts) form.append(name, part);
  return form;
}

test("a file comes with its bytes and with what its sender says of it, a text as it is", async () => {
  const parts = await read(formOf(["file", picture], ["title", "a"], ["more", "b"]));
  expect(parts).toEqual({
    file: { bytes: Uint8Array.of(0x89, 0x50, 0x00, 0xff), type: "image/png", name: "me.png" },
    title: "a",
    more: "b",
  });
  expect(parseInput(schema, parts)).toEqual({ file: parts.file, title: "a" });
});

test("a name that comes more than once is a list, and no file where one is expected", async () => {
  const parts = await read(formOf(["file", picture], ["file", picture]));
  expect(parts.file).toHaveLength(2);
  expect(() => parseInput(schema, parts)).toThrow(new Problem("malformed"));
});

test("a text instead of a file is malformed, a missing file is reported at its field", async () => {
  const text = await read(formOf(["file", "text"]));
  expect(() => parseInput(schema, text)).toThrow(new Problem("malformed"));
  const none = await read(formOf(["title", "long title"]));
  expect(() => parseInput(schema, none)).toThrow(
    new Problem("invalid", {
      fields: { file: "required", title: "tooLong" },
      limits: { title: { max: 4 } },
    }),
  );
});

test("names that mean something to JavaScript are names", async () => {
  const parts = await read(formOf(["__proto__", "a"], ["constructor", "b"]));
  expect(Object.entries(parts)).toEqual([
    ["__proto__", "a"],
    ["constructor", "b"],
  ]);
  expect(Object.getPrototypeOf(parts)).toBe(Object.prototype);
});

test("a body that is not multipart is malformed", async () => {
  const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
  const many = formOf(
    ...Array.from({ length: 101 }, (_, place): [string, string] => ["a", `${place}`]),
  );
  const wrong: [BodyInit, Record<string, string>?][] = [
    [new URLSearchParams({ file: "a" })],
    ["{}", { "Content-Type": "application/json" }],
    ["--x", { "Content-Type": "multipart/form-data" }],
    ["", multipart],
    ["--x\r\nContent-Disposition: nonsense\r\n\r\na\r\n--x--", multipart],
    ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf', multipart],
    [many],
  ];
  for (const [place, [body, headers]] of wrong.entries())
    await expect(read(body, headers), `${place}`).rejects.toEqual(new Problem("malformed"));
});

test("bodies written by the platform are read, to the byte", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  const file = fc.tuple(fc.uint8Array({ maxLength: 200 }), text);
  const parts = fc.array(fc.tuple(fc.constantFrom("a", 'b"\r\n', "__proto__"), file), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(parts, async (written) => {
      fc.pre(written.length > 0);
      const form = formOf(
        ...written.map(([name, [bytes, called]]): [string, File] => [
          name,
          new File([bytes], called, { type: "image/png" }),
        ]),
      );
      const request = new Request(ORIGIN, { method: "POST", body: form });
      const type = request.headers.get("Content-Type") ?? "";
      const found = parseMultipart(await bytesOf(request), type);
      expect(found?.map(({ name, bytes }) => [name, [...bytes]])).toEqual(
        written.map(([name, [bytes]]) => [name, [...bytes]]),
      );
    }),
    { numRuns: 100 },
  );
});

test("any bytes are read to an end", async () => {
  const type = "multipart/form-data; boundary=x";
  const piece = fc.constantFrom("--x", "\r\n", "--", "\r\n--x", ": ", 'form-data; name="a"', "a");
  const head = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
  fc.assert(
    fc.property(fc.constantFrom("", head), fc.array(piece, { maxLength: 12 }), (first, rest) => {
      const found = parseMultipart(Buffer.from(first + rest.join("")), type);
      for (const { name } of found ?? []) expect(name).toBe("a");
    }),
    { numRuns: 1_000 },
  );
});
