import fc from "fast-check";
import { expect, test } from "vitest";
import { WrittenJson, writeJson } from "./written-json.ts";

test("a value that is written already replaces its place", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (open, value) => {
      const own = { ...open, code: 200, left: undefined };
      const written = writeJson({ ...own, data: new WrittenJson(JSON.stringify(value)) });
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify({ ...own, data: value })));
    }),
  );
});

test("written JSON is unchanged, alone and inside other values", () => {
  const inner = new WrittenJson(writeJson({ at: new WrittenJson("[ 1 ]"), unit: null }));
  expect(writeJson(inner)).toBe('{"at":[ 1 ],"unit":null}');
  expect(writeJson({ code: 200, data: inner })).toBe(
    '{"code":200,"data":{"at":[ 1 ],"unit":null}}',
  );
});

test("a plain JSON.stringify writes the same", () => {
  expect(JSON.stringify({ data: new WrittenJson("[ 1, 2 ]") })).toBe('{"data":[1,2]}');
});
