import fc from "fast-check";
import { expect, test } from "vitest";
import { WrittenJson, writeJson } from "./written-json.ts";

test("what is written already stands where its value would", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (open, value) => {
      const own = { ...open, code: 200, left: undefined };
      const written = writeJson({ ...own, data: new WrittenJson(JSON.stringify(value)) });
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify({ ...own, data: value })));
    }),
  );
});

test("it goes out as it is, on its own and within what it is a part of", () => {
  const inner = new WrittenJson(writeJson({ at: new WrittenJson("[ 1 ]"), unit: null }));
  expect(writeJson(inner)).toBe('{"at":[ 1 ],"unit":null}');
  expect(writeJson({ code: 200, data: inner })).toBe(
    '{"code":200,"data":{"at":[ 1 ],"unit":null}}',
  );
});

test("who does not know of it writes the same", () => {
  expect(JSON.stringify({ data: new WrittenJson("[ 1, 2 ]") })).toBe('{"data":[1,2]}');
});
