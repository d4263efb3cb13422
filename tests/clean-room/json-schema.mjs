// Written from the public specification of JSON Schema (2020-12) alone, without reading the server.
// As much of it as the portal's description uses; what it does not know is a fault of the description.

const ANNOTATIONS = new Set(["title", "description", "default", "examples", "format", "$comment"]);
ANNOTATIONS.add("contentMediaType").add("readOnly").add("writeOnly").add("deprecated");

const typeOf = (value) => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};
const isObject = (value) => typeOf(value) === "object";
const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const length = (text) => [...text].length;

/** The value at a local reference such as `#/components/schemas/Site`. */
export function resolve(root, ref) {
  if (!ref.startsWith("#")) throw new Error(`not a local reference: ${ref}`);
  let at = root;
  for (const part of ref.slice(1).split("/").slice(1)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, name))
      throw new Error(`${ref} leads nowhere`);
    at = at[name];
  }
  return at;
}

const fits = (wanted, value, at) => check(at.root, wanted, value, at.where, at.closed).length === 0;
const inner = (at, name) => `${at.where}/${name}`;
const within = (at, wanted, value, name) =>
  check(at.root, wanted, value, inner(at, name), at.closed);

/** Keyword → what is wrong, as a list of texts. */
const KEYWORDS = {
  $ref: (ref, value, at) => check(at.root, resolve(at.root, ref), value, at.where, at.closed),
  type: (types, value, at) => {
    const found = typeOf(value);
    const is = [types].flat().some((t) => t === found || (t === "number" && found === "integer"));
    return is ? [] : [`${at.where}: ${found} instead of ${types}`];
  },
  const: (wanted, value, at) => (equal(wanted, value) ? [] : [`${at.where}: not ${wanted}`]),
  enum: (list, value, at) =>
    list.some((one) => equal(one, value)) ? [] : [`${at.where}: none of ${list}`],
  allOf: (list, value, at) =>
    list.flatMap((one) => check(at.root, one, value, at.where, at.closed)),
  anyOf: (list, value, at) =>
    list.some((one) => fits(one, value, at))
      ? []
      : list.flatMap((one) => check(at.root, one, value, `${at.where}(any)`, at.closed)),
  oneOf: (list, value, at) => {
    const count = list.filter((one) => fits(one, value, at)).length;
    return count === 1 ? [] : [`${at.where}: fits ${count} of ${list.length} instead of one`];
  },
  not: (wanted, value, at) =>
    fits(wanted, value, { ...at, closed: false }) ? [`${at.where}: must not fit`] : [],
  minimum: number((value, limit) => value >= limit),
  maximum: number((value, limit) => value <= limit),
  exclusiveMinimum: number((value, limit) => value > limit),
  exclusiveMaximum: number((value, limit) => value < limit),
  multipleOf: number((value, step) => Math.abs(value / step - Math.round(value / step)) < 1e-9),
  minLength: text((value, limit) => length(value) >= limit),
  maxLength: text((value, limit) => length(value) <= limit),
  pattern: text((value, source) => new RegExp(source, "u").test(value)),
  minItems: list((value, limit) => value.length >= limit),
  maxItems: list((value, limit) => value.length <= limit),
  uniqueItems: list(
    (value, is) => !is || new Set(value.map((v) => JSON.stringify(v))).size === value.length,
  ),
  prefixItems: (wanted, value, at) =>
    Array.isArray(value)
      ? wanted.flatMap((one, n) => (n < value.length ? within(at, one, value[n], n) : []))
      : [],
  items: (wanted, value, at) =>
    Array.isArray(value)
      ? value
          .slice(at.schema.prefixItems?.length ?? 0)
          .flatMap((one, n) => within(at, wanted, one, n))
      : [],
  required: (names, value, at) =>
    isObject(value)
      ? names
          .filter((name) => !Object.hasOwn(value, name))
          .map((name) => `${inner(at, name)}: lacks`)
      : [],
  properties: (wanted, value, at) => {
    if (!isObject(value)) return [];
    const known = Object.keys(wanted).filter((name) => Object.hasOwn(value, name));
    const wrong = known.flatMap((name) => within(at, wanted[name], value[name], name));
    if (!at.closed || at.schema.additionalProperties !== undefined) return wrong;
    const more = Object.keys(value).filter((name) => !Object.hasOwn(wanted, name));
    return [...wrong, ...more.map((name) => `${inner(at, name)}: is not described`)];
  },
  additionalProperties: (wanted, value, at) =>
    isObject(value)
      ? Object.keys(value)
          .filter((name) => !Object.hasOwn(at.schema.properties ?? {}, name))
          .flatMap((name) => within(at, wanted, value[name], name))
      : [],
  propertyNames: (wanted, value, at) =>
    isObject(value) ? Object.keys(value).flatMap((name) => within(at, wanted, name, name)) : [],
};

function number(holds) {
  return (limit, value, at) => bounded(typeof value === "number", holds, limit, value, at);
}
function text(holds) {
  return (limit, value, at) => bounded(typeof value === "string", holds, limit, value, at);
}
function list(holds) {
  return (limit, value, at) => bounded(Array.isArray(value), holds, limit, value, at);
}
function bounded(applies, holds, limit, value, at) {
  return !applies || holds(value, limit) ? [] : [`${at.where}: breaks ${at.keyword} ${limit}`];
}

/**
 * What is wrong with a value, as a list of texts; empty where nothing is.
 * @param closed whether fields that the schema does not name are wrong, too
 */
export function check(root, schema, value, where = "", closed = false) {
  if (schema === true) return [];
  if (schema === false) return [`${where}: nothing may be here`];
  return Object.entries(schema).flatMap(([keyword, wanted]) => {
    if (ANNOTATIONS.has(keyword)) return [];
    const rule = KEYWORDS[keyword];
    if (rule === undefined) throw new Error(`an unknown keyword: ${keyword}`);
    return rule(wanted, value, { root, schema, where, keyword, closed });
  });
}
