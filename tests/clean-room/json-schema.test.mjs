import { expect, test } from "vitest";
import { check, resolve } from "./json-schema.mjs";

const root = {
  $defs: {
    "a/b": { type: "integer", minimum: 2 },
    tree: { properties: { up: { $ref: "#/$defs/tree" } } },
  },
};
const wrong = (schema, value, closed) => check(root, schema, value, "", closed);

test.each([
  [{ type: "integer" }, 1, 1.5],
  [{ type: ["string", "null"] }, null, 1],
  [{ type: "number", exclusiveMinimum: 0, maximum: 3, multipleOf: 0.1 }, 0.3, 0],
  [{ const: 200 }, 200, 201],
  [{ enum: ["a", null] }, null, "b"],
  [{ minLength: 1, maxLength: 2, pattern: "^.+$" }, "😀😀", "😀😀😀"],
  [{ minItems: 1, maxItems: 2, uniqueItems: true }, [1, 2], [1, 1]],
  [{ prefixItems: [{ type: "string" }], items: { type: "integer" } }, ["a", 1], ["a", "b"]],
  [{ properties: { a: { type: "string" } }, required: ["a"] }, { a: "", b: 1 }, { b: 1 }],
  [{ properties: { a: {} }, additionalProperties: { type: "string" } }, { a: 1, b: "" }, { b: 1 }],
  [{ propertyNames: { pattern: "^a" } }, { ab: 1 }, { b: 1 }],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 2, 3],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, null, 1],
  [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, 3, 2],
  [{ not: { required: ["kid"] } }, {}, { kid: 1 }],
  [{ $ref: "#/$defs/a~1b" }, 2, 1],
  [{ $ref: "#/$defs/tree" }, { up: { up: {} } }, undefined],
])("%j takes %j and not %j", (schema, good, bad) => {
  expect(wrong(schema, good)).toEqual([]);
  if (bad !== undefined) expect(wrong(schema, bad)).not.toEqual([]);
});

test("a strict check refuses undescribed fields, at any depth", () => {
  const schema = { anyOf: [{ properties: { a: { properties: { b: {} } } } }, { type: "string" }] };
  expect(wrong(schema, { a: { b: 1, c: 2 } })).toEqual([]);
  expect(wrong(schema, { a: { b: 1, c: 2 } }, true)[0]).toBe("(any)/a/c: is not described");
});

test("unknown keywords are reported and not skipped", () => {
  expect(() => wrong({ if: {} }, 1)).toThrow("unknown keyword: if");
  expect(() => resolve(root, "#/$defs/lost")).toThrow("leads nowhere");
});
