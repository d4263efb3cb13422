import type { Chance } from "../../support/seeded-chance.ts";
import { almostValid, hostileValue, type Schema, validValue } from "./make-values.ts";

/** A call of the API description. */
export type Call = {
  path: string;
  method: string;
  type: string | undefined;
  schema: Schema;
  /** Of a right input. */
  example: Record<string, unknown>;
};

export type Sent = { body?: BodyInit; headers: Record<string, string> };

const JSON_TYPE = { "Content-Type": "application/json" };
const RAW = [
  "",
  "{",
  "[]",
  "null",
  '"text"',
  "{'a':1}",
  '{"a":1}{"b":2}',
  "\ufeff{}",
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  '{"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}}',
  '{"kid":"x","key":"y","payload":"z","datetime":1}',
  '{"kid":null,"key":null,"payload":null,"datetime":null}',
  '{"payload":{}}',
  '{"id":1e400}',
  '{"id":1,"id":"2"}',
];

/** A right body, one that is almost right, or nonsense. */
export function makeRequest(chance: Chance, call: Call): Sent {
  if (call.method === "GET") return { headers: {} };
  if (call.type === "multipart/form-data") return makeUpload(chance, call);
  const kind = chance.between(0, 9);
  if (kind <= 1) return json(call.example);
  const valid = validValue(chance, call.schema, call.example) as Record<string, unknown>;
  if (kind <= 3) return json(valid);
  if (kind <= 7)
    return json(almostValid(chance, chance.happens(0.5) ? call.example : valid, call.schema));
  if (kind === 8) return json(hostileValue(chance));
  const headers = chance.happens(0.5) ? JSON_TYPE : { "Content-Type": chance.oneOf(TYPES) };
  return { body: chance.oneOf(RAW), headers };
}

const TYPES = ["text/plain", "multipart/form-data; boundary=x", "application/json; charset=utf-16"];
const json = (value: unknown): Sent => ({ body: JSON.stringify(value), headers: JSON_TYPE });

const PIXEL = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  (letter) => letter.charCodeAt(0),
);

function makeUpload(chance: Chance, { schema }: Call): Sent {
  if (chance.happens(0.2)) {
    const type = chance.oneOf(["multipart/form-data", "multipart/form-data; boundary=x", "a/b"]);
    return {
      body: chance.oneOf(["", "--x", "--x\r\n\r\n--x--", "{}"]),
      headers: { "Content-Type": type },
    };
  }
  const form = new FormData();
  for (const name of Object.keys(schema.properties ?? {}))
    for (let count = chance.oneOf([0, 1, 1, 1, 2]); count > 0; count -= 1)
      form.append(name, chance.happens(0.2) ? "text" : makeFile(chance));
  if (chance.happens(0.2)) form.append("__proto__", "x");
  return { body: form, headers: {} };
}

function makeFile(chance: Chance): File {
  const damaged = PIXEL.slice();
  for (let flips = chance.between(0, 3); flips > 0; flips -= 1)
    damaged[chance.between(0, damaged.length - 1)] = chance.between(0, 255);
  const end = chance.happens(0.2) ? chance.between(0, damaged.length) : damaged.length;
  const name = chance.oneOf(["a.gif", "../../a.png", "", "a\u0000b", "<b>.svg"]);
  return new File([damaged.slice(0, end)], name, {
    type: chance.oneOf(["image/gif", "text/html"]),
  });
}
