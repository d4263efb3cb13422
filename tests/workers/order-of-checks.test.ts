import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

const rows = (operations as readonly AnyOperation[]).filter(({ served }) => served === "api");
const closed = rows.filter(({ access }) => access.kind !== "anyone");
const pathOf = ({ path }: AnyOperation) => path.replace(/^\w+ /, "");

beforeAll(seedUsers);

/** Values of the right JSON types that no call accepts everywhere. */
function spoil(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === "string" ? "\u0000".repeat(5000) : typeof value === "number" ? -1.5 : value,
    ]),
  );
}

describe("a caller without identity learns no more than 401", () => {
  test.each(closed.filter(({ body }) => body === "json"))("$path", async (row) => {
    const { input } = row.description.example;
    for (const body of [{}, input, spoil(input)])
      expect((await callApi(pathOf(row), body)).status).toBe(401);
  });

  test.each(closed.filter(({ body }) => body === "upload"))("$path", async (row) => {
    const post = (body: BodyInit, headers: Record<string, string> = {}) =>
      exports.default.fetch(`${ORIGIN}/api${pathOf(row)}`, { method: "POST", body, headers });
    const form = new FormData();
    form.append("other", "text");
    for (const answer of [
      await post(form),
      await post("nothing like it"),
      await post("--x\r\n", { "Content-Type": "multipart/form-data; boundary=x" }),
    ])
      expect(answer.status).toBe(401);
  });

  test("an ended session is reported before its values are validated", async () => {
    expect((await callAs("x".repeat(43), "/site/v2/add", {})).status).toBe(401);
    const token = await signIn("full");
    expect((await callAs(token, "/site/v2/add", {})).status).toBe(422);
    // The caller is known to the isolate by now, and is asked for anew.
    await callAs(token, "/auth/v2/logout", {});
    expect((await callAs(token, "/site/v2/add", {})).status).toBe(401);
  });
});

const encode = (text: string, isLittle: boolean, hasMark: boolean) => {
  const bytes = new Uint8Array(2 * text.length + (hasMark ? 2 : 0));
  const view = new DataView(bytes.buffer);
  const all = hasMark ? `\uFEFF${text}` : text;
  for (let place = 0; place < all.length; place++)
    view.setUint16(2 * place, all.charCodeAt(place), isLittle);
  return bytes;
};

describe("a body that is not UTF-8 JSON is malformed, for every caller", () => {
  const JSON_TEXT = '{"account":"full@example.org"}';
  test.each([
    ["UTF-16 with a mark, little-endian", encode(JSON_TEXT, true, true)],
    ["UTF-16 with a mark, big-endian", encode(JSON_TEXT, false, true)],
    ["UTF-16 without a mark, little-endian", encode(JSON_TEXT, true, false)],
    ["UTF-16 without a mark, big-endian", encode(JSON_TEXT, false, false)],
    ["UTF-16 of nothing but a mark", new Uint8Array([0xff, 0xfe])],
    [
      "Latin-1",
      new Uint8Array([...'{"account":"'].map((c) => c.charCodeAt(0)).concat(0xe9, 0x22, 0x7d)),
    ],
  ])("%s", async (_, body) => {
    const types = ["application/json", "application/json; charset=utf-16", "text/plain"];
    for (const path of ["/auth/v2/logout", "/auth/v2/login", "/site/v2/add"])
      for (const type of types) {
        const answer = await exports.default.fetch(`${ORIGIN}/api${path}`, {
          method: "POST",
          headers: { "Content-Type": type },
          body,
        });
        expect(answer.status, `${path} ${type}`).toBe(400);
      }
  });
});

test("a country of spaces alone is a wrong value", async () => {
  const token = await signIn("full");
  for (const country of ["  ", " ", "\t"])
    expect((await callAs(token, "/user/v2/update", { country })).status).toBe(422);
  for (const country of ["", "de", " DE "])
    expect((await callAs(token, "/user/v2/update", { country })).status).toBe(200);
});
