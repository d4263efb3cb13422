import { expect, test } from "vitest";
import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { parseInput } from "#operations/parse-input.ts";
import { uploadedFile } from "#operations/upload-input.ts";
import { readUpload } from "#workers/read-upload.ts";
import { ORIGIN } from "../support/call-api.ts";

const picture = new File([Uint8Array.of(0x89, 0x50, 0x00, 0xff)], "me.png", { type: "image/png" });
const schema = z.object({ file: uploadedFile, title: z.string().max(4, "tooLong").optional() });

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request(ORIGIN, { method: "POST", body, headers });
}

function formOf(...parts: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, part] of parts) form.append(name, part);
  return form;
}

test("a file comes with its bytes and with what its sender says of it, a text as it is", async () => {
  const read = await readUpload(post(formOf(["file", picture], ["title", "a"], ["more", "b"])));
  expect(read).toEqual({
    file: { bytes: Uint8Array.of(0x89, 0x50, 0x00, 0xff), type: "image/png", name: "me.png" },
    title: "a",
    more: "b",
  });
  expect(parseInput(schema, read)).toEqual({ file: read.file, title: "a" });
});

test("a name that comes more than once is a list, and no file where one is expected", async () => {
  const read = await readUpload(post(formOf(["file", picture], ["file", picture])));
  expect(read.file).toHaveLength(2);
  expect(() => parseInput(schema, read)).toThrow(new Problem("malformed"));
});

test("a text in the place of a file is malformed, a missing file is told by its field", async () => {
  const text = await readUpload(post(formOf(["file", "text"])));
  expect(() => parseInput(schema, text)).toThrow(new Problem("malformed"));
  const none = await readUpload(post(formOf(["title", "long title"])));
  expect(() => parseInput(schema, none)).toThrow(
    new Problem("invalid", { fields: { file: "required", title: "tooLong" } }),
  );
});

test("names that mean something to JavaScript are names", async () => {
  const read = await readUpload(post(formOf(["__proto__", "a"], ["constructor", "b"])));
  expect(Object.entries(read)).toEqual([
    ["__proto__", "a"],
    ["constructor", "b"],
  ]);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

test("what is no multipart body is malformed", async () => {
  const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
  const many = formOf(
    ...Array.from({ length: 101 }, (_, place): [string, string] => ["a", `${place}`]),
  );
  const wrong = [
    post(new URLSearchParams({ file: "a" })),
    post("{}", { "Content-Type": "application/json" }),
    post("--x", { "Content-Type": "multipart/form-data" }),
    post("", multipart),
    post("--x\r\nContent-Disposition: nonsense\r\n\r\na\r\n--x--", multipart),
    post('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf', multipart),
    post(many),
  ];
  for (const [place, request] of wrong.entries())
    await expect(readUpload(request), `${place}`).rejects.toEqual(new Problem("malformed"));
});
