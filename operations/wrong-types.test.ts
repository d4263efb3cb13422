import { expect, test } from "vitest";
import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import type { AnyOperation } from "./call.ts";
import { parseInput } from "./parse-input.ts";
import { operations } from "./table.ts";

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};

const EXAMPLES: Record<string, unknown> = {
  string: "x",
  number: 1.5,
  boolean: true,
  array: ["x"],
  object: { x: 1 },
};

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The JSON types that a field accepts; null if the description does not define them. */
function typesOf({ type, enum: values, const: only, anyOf, oneOf }: Schema): Set<string> | null {
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) {
    const each = alternatives.map(typesOf);
    return each.every((types) => types !== null)
      ? new Set(each.flatMap((types) => [...types]))
      : null;
  }
  if (values !== undefined) return new Set(values.map(typeOf));
  if (only !== undefined) return new Set([typeOf(only)]);
  if (type === undefined) return null;
  return new Set([type].flat().map((one) => (one === "integer" ? "number" : one)));
}

const json = (operations as readonly AnyOperation[]).filter(({ body }) => body === "json");
const fields = json.flatMap(({ path, input, description }) => {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
  return Object.entries(schema.properties ?? {}).map(
    ([field, described]) => [`${path} ${field}`, { input, field, described, description }] as const,
  );
});

test("there are fields of every kind", () => {
  expect(fields.length).toBeGreaterThan(150);
});

test.each(fields)(
  "%s: a value of another JSON type is malformed",
  (_, { input, field, described, description }) => {
    const types = typesOf(described);
    if (types === null) return;
    for (const [type, value] of Object.entries(EXAMPLES)) {
      if (types.has(type)) continue;
      let thrown: unknown = null;
      try {
        parseInput(input, { ...description.example.input, [field]: value });
      } catch (error) {
        thrown = error;
      }
      expect(thrown, type).toBeInstanceOf(Problem);
      expect((thrown as Problem).code, type).toBe("malformed");
    }
  },
);
