import { expect, test } from "vitest";
import { readByteRange } from "./byte-range.ts";

test("a single range is read, cut at the end of the file", () => {
  expect(readByteRange("bytes=0-9", 100)).toEqual({ offset: 0, length: 10 });
  expect(readByteRange("bytes=90-", 100)).toEqual({ offset: 90, length: 10 });
  expect(readByteRange("bytes=90-999", 100)).toEqual({ offset: 90, length: 10 });
  expect(readByteRange("bytes=-5", 100)).toEqual({ offset: 95, length: 5 });
  expect(readByteRange("bytes=-500", 100)).toEqual({ offset: 0, length: 100 });
});

test("a range after the end is unsatisfiable", () => {
  for (const header of ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=999999999999999-"])
    expect(readByteRange(header, 100), header).toBe("unsatisfiable");
});

test("several ranges, other units and malformed headers are ignored", () => {
  for (const header of [null, "", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=1-2,4-5"])
    expect(readByteRange(header, 100), `${header}`).toBeNull();
  for (const header of ["items=0-5", "bytes=a-5", "bytes=0x1-5", "bytes=1-2-3", "bytes=+1-2"])
    expect(readByteRange(header, 100), header).toBeNull();
});
