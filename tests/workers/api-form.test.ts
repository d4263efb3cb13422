import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import problems from "#locales/en/problems.json";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

const LIST = "/site/v4/getListBySearchFilterAndReorder";
let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signIn("owner");
});

test("a success is code, message and data, its status equal to its code", async () => {
  const { status, body, headers } = await callAs(token, LIST, {});
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["code", "message", "data"]);
  expect(body.code).toBe(200);
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("an empty body is an empty input, and unknown fields are ignored", async () => {
  expect((await callAs(token, LIST, "")).status).toBe(200);
  expect((await callAs(token, LIST, { colour: "blue", __proto__: 1 })).status).toBe(200);
});

test("a body that is not a JSON object is malformed", async () => {
  for (const body of ["{", "nonsense", "[]", '"text"', "null", "1", "{'page':1}"]) {
    const { status, body: answer } = await callAs(token, LIST, body);
    expect([status, answer], body).toEqual([400, { code: 400, message: problems.malformed }]);
  }
  const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const response = await exports.default.fetch(`${ORIGIN}/api${LIST}`, {
    method: "POST",
    headers: { Authorization: token },
    body: bytes,
  });
  expect(response.status).toBe(400);
});

test("a wrong JSON type is malformed, a wrong value is reported per field", async () => {
  expect((await callAs(token, LIST, { page: "1" })).status).toBe(400);
  expect((await callAs(token, LIST, { page: null, filter: null })).status).toBe(200);
  const { status, body } = await callAs(token, LIST, { page: 0, order: { by: "colour" } });
  expect(status).toBe(422);
  expect(body.data).toEqual({ fields: { page: "tooSmall", "order.by": "wrongValue" } });
});

test("a body over the limit is too large, with or without a declared length", async () => {
  const big = JSON.stringify({ search: "x".repeat(1_100_000) });
  expect((await callAs(token, LIST, big)).status).toBe(413);
  const stream = new Response(big).body;
  const response = await exports.default.fetch(`${ORIGIN}/api${LIST}`, {
    method: "POST",
    headers: { Authorization: token },
    body: stream,
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({ code: 413, message: problems.tooLarge });
});

test("an unknown path, and a known one by another method, are not there", async () => {
  expect((await callApi("/site/v2/unknown", {})).body.code).toBe(404);
  expect((await callApi("", {})).body.code).toBe(404);
  const response = await exports.default.fetch(`${ORIGIN}/api/auth/v2/login`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 404 });
});

test("a message is in a language that there is", async () => {
  const { body } = await callApi(LIST, {}, { "Accept-Language": "tlh, en-GB;q=0.3" });
  expect(body.message).toBe(problems.notSignedIn);
});
