import type { Chance } from "../../support/seeded-chance.ts";

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  contentMediaType?: string;
};

const ALPHABET = "abc XYZ 0189 .-_@ äß 语言 العربية 😀";

function text(chance: Chance, length: number): string {
  const letters = [...ALPHABET];
  return Array.from({ length }, () => chance.oneOf(letters)).join("");
}

/** A value that the schema accepts, as far as it is specified. `like` is a valid one. */
export function validValue(chance: Chance, schema: Schema, like: unknown): unknown {
  if (like !== undefined && (schema.pattern !== undefined || chance.happens(0.4))) return like;
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined && schema.properties === undefined)
    return validValue(chance, chance.oneOf(parts), undefined);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chance.oneOf(schema.enum);
  switch ([schema.type].flat()[0]) {
    case "object":
      return validObject(chance, schema, like);
    case "array": {
      const length = chance.between(0, Math.min(schema.maxItems ?? 3, 3));
      const [first] = Array.isArray(like) ? like : [];
      return Array.from({ length }, () => validValue(chance, schema.items ?? {}, first));
    }
    case "integer":
    case "number": {
      const low = Math.max(schema.minimum ?? -1e6, -1e6);
      return chance.between(low, Math.min(schema.maximum ?? 1e6, 1e6));
    }
    case "string": {
      const low = schema.minLength ?? 0;
      return text(chance, chance.between(low, Math.min(schema.maxLength ?? 40, low + 40)));
    }
    case "boolean":
      return chance.happens(0.5);
    default:
      return null;
  }
}

function validObject(chance: Chance, schema: Schema, like: unknown): Record<string, unknown> {
  const known = (like ?? {}) as Record<string, unknown>;
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties ?? {});
  const taken = names.filter(
    (name) => required.has(name) || chance.happens(name in known ? 0.8 : 0.3),
  );
  return Object.fromEntries(
    taken.map((name) => [name, validValue(chance, schema.properties?.[name] ?? {}, known[name])]),
  );
}

const NUMBERS = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 999_999_999_999];
const TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202e\u200b",
  "'; drop table users; --",
  '" or 1=1 --',
  "%",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  "a@b",
  "é".normalize("NFD"),
  "k_AAAA",
  "/files/../x",
  "null",
  "NaN",
];

/** A value that no client sends deliberately. */
export function hostileValue(chance: Chance, depth = 0): unknown {
  const kind = chance.between(0, depth > 2 ? 5 : 8);
  if (kind <= 1) return chance.oneOf(TEXTS);
  if (kind === 2) return chance.oneOf(NUMBERS);
  if (kind === 3) return chance.oneOf([null, true, false]);
  if (kind === 4) return "x".repeat(chance.oneOf([101, 300, 70_000]));
  if (kind === 5) return text(chance, chance.between(1, 200));
  const length = chance.between(0, 4);
  const inside = Array.from({ length }, () => hostileValue(chance, depth + 1));
  if (kind === 6) return inside;
  return Object.fromEntries(
    inside.map((value) => [chance.oneOf(["a", "__proto__", "constructor", "id", "key"]), value]),
  );
}

/** Right but for one thing. */
export function almostValid(
  chance: Chance,
  input: Record<string, unknown>,
  schema: Schema,
): Record<string, unknown> {
  const names = Object.keys(schema.properties ?? {});
  const name = names.length === 0 ? "more" : chance.oneOf(names);
  const changed = { ...input };
  const part = schema.properties?.[name] ?? {};
  switch (chance.between(0, 5)) {
    case 0:
      delete changed[name];
      break;
    case 1:
      changed[name] = null;
      break;
    case 2:
      changed[name] = part.maximum === undefined ? -1 : part.maximum + 1;
      break;
    case 3:
      changed[name] = "x".repeat((part.maxLength ?? 500) + 1);
      break;
    case 4:
      changed[`${name}s`] = changed[name];
      break;
    default:
      changed[name] = hostileValue(chance);
  }
  return changed;
}
