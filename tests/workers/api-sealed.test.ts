import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import problems from "#locales/en/problems.json";
// biome-ignore lint/correctness/useImportExtensions: the client is not TypeScript
import { envelopeKeys, login, sealedCall } from "../clean-room/portal-http.mjs";
import { callApi, ORIGIN, signIn } from "../support/call-api.ts";
import { makePng } from "../support/picture-files.ts";
import { fetchKeys, openData, post, sealCall } from "../support/seal-call.ts";
import { ABSENT, ALPHA, FOREIGN, PASSWORD, seedUsers } from "../support/seed-users.ts";

const SITE = "/api/site/v2/getSiteById";
const LIST = "/api/site/v4/getListBySearchFilterAndReorder";
const UPLOAD = "/api/basic/v2/upload/image";
const UNIFORM = JSON.stringify({ code: 400, message: problems.malformed });
let token = "";
let keys: Record<string, string>[] = [];

beforeAll(async () => {
  await seedUsers();
  token = await signIn("full");
});
beforeEach(async () => {
  keys = (await fetchKeys()).keys;
});
afterEach(() => vi.unstubAllGlobals());

const seal = (input: unknown, path = SITE, at = Date.now()) => sealCall(keys[0], path, input, at);
const send = (path: string, body: unknown) => post(path, body, { Authorization: token });

function countSeen(): Promise<number | null> {
  return env.DB.prepare("select count(*) n from seen_envelopes").first<number>("n");
}

async function expectRefused(path: string, body: unknown, what: string): Promise<void> {
  const { status, text } = await send(path, body);
  expect([status, text], what).toEqual([400, UNIFORM]);
}

test("the keys are public RSA keys of 2048 bits, returned with the server's time", async () => {
  const { keys: reported, time } = await fetchKeys();
  expect(reported).toEqual([
    {
      kid: expect.any(String),
      kty: "RSA",
      alg: "RSA-OAEP-256",
      use: "enc",
      n: expect.any(String),
      e: "AQAB",
    },
  ]);
  expect(Buffer.from(reported[0]?.n ?? "", "base64url").length).toBe(256);
  expect(Math.abs(time - Date.now())).toBeLessThan(5_000);
  const row = await env.DB.prepare("select private_key from envelope_keys").first("private_key");
  expect(row).toMatch(/^[\w-]{1000,}$/);
});

test("a client written from the contract alone signs in and calls, all of it sealed", async () => {
  vi.stubGlobal("fetch", exports.default.fetch.bind(exports.default));
  expect((await envelopeKeys(ORIGIN)).keys).toEqual(keys);
  const person = { account: "owner@example.org", password: PASSWORD };
  const signedIn = await sealedCall(ORIGIN, "/api/auth/v2/login", person);
  expect(signedIn).toMatchObject({ code: 200, message: problems.success });
  const { token: own } = signedIn.data as { token: string };
  const opened = await sealedCall(ORIGIN, `${SITE}?page=1`, { id: ALPHA }, { token: own });
  expect(opened).toMatchObject({ code: 200, data: { id: ALPHA, role: 1 } });
  expect(JSON.stringify(opened.sent)).not.toContain('id":1');
  const plain = await login({ url: ORIGIN, ...person });
  expect(plain.token).toMatch(/^[\w-]{43}$/);
});

test("a sealed answer has the plain one's data, sealed, for every code; code and message are plain", async () => {
  for (const [input, code] of [
    [{ id: ALPHA }, 200],
    [{ id: ABSENT }, 404],
    [{}, 422],
    [{ id: "1" }, 400],
  ] as const) {
    const call = seal(input);
    const answer = await send(call.path, call.body);
    const plain = await send(call.path, input);
    expect(answer.status).toBe(code);
    expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body));
    expect({ ...answer.body, data: openData(call, answer) }).toEqual({
      ...plain.body,
      data: plain.body.data,
    });
  }
});

test("an answer without data has none sealed either", async () => {
  const own = await signIn("full");
  const call = seal({}, "/api/auth/v2/logout");
  const { text } = await post(call.path, call.body, { Authorization: own });
  expect(text).toBe(JSON.stringify({ code: 200, message: problems.success }));
});

test("sealing grants nothing", async () => {
  for (const [headers, input, code] of [
    [{}, { id: ALPHA }, 401],
    [{ Authorization: token }, { id: FOREIGN }, 404],
    [{ Cookie: `__Host-helioport_session=${token}` }, { id: ALPHA }, 401],
    [{ Cookie: `__Host-helioport_session=${token}`, Origin: ORIGIN }, { id: ALPHA }, 200],
  ] as const) {
    const call = seal(input);
    expect((await post(call.path, call.body, headers)).status).toBe(code);
  }
});

test("any of its fields makes a body sealed, and then one that is missing or of another kind is refused", async () => {
  for (const field of ["kid", "key", "payload"]) {
    await expectRefused(SITE, { [field]: null, id: ALPHA }, field);
    for (const wrong of [undefined, null, 1, "", {}, ["x"]])
      await expectRefused(SITE, { ...seal({ id: ALPHA }).body, [field]: wrong }, field);
  }
  for (const datetime of [undefined, null, "1", `${Date.now()}`, -1, 0.5, Date.now() + 0.5])
    await expectRefused(SITE, { ...seal({ id: ALPHA }).body, datetime }, `datetime ${datetime}`);
  for (const input of [null, [], "text", 1, true])
    await expectRefused(SITE, seal(input).body, JSON.stringify(input));
});

test("every replay is refused: again, at another path, with a query, by another user, too late", async () => {
  const call = seal({ id: ALPHA });
  await expectRefused(LIST, call.body, "another path first");
  expect((await send(SITE, call.body)).status).toBe(200);
  const before = await countSeen();
  const stranger = await signIn("stranger");
  for (const [path, own] of [
    [SITE, token],
    [`${SITE}?again`, token],
    [LIST, token],
    [SITE, stranger],
  ] as const) {
    const { status, text } = await post(path, call.body, { Authorization: own });
    expect([status, text], path).toEqual([400, UNIFORM]);
  }
  const wrapped = seal({ id: ALPHA }).body;
  await expectRefused(SITE, { ...wrapped, key: call.body.key }, "its key with another payload");
  expect(await countSeen()).toBe(before);
});

test("an envelope counts 300 s before and after its time", async () => {
  for (const away of [-301_000, 301_000])
    await expectRefused(SITE, seal({ id: ALPHA }, SITE, Date.now() + away).body, `${away}`);
  for (const away of [-290_000, 290_000]) {
    const { path, body } = seal({ id: ALPHA }, SITE, Date.now() + away);
    expect((await send(path, body)).status).toBe(200);
  }
});

test("one of many concurrent uses of an envelope passes, and its operation runs once", async () => {
  const call = seal({ account: "monitor@example.org", password: PASSWORD }, "/api/auth/v2/login");
  const sessions = () => env.DB.prepare("select count(*) n from sessions").first<number>("n");
  const before = (await sessions()) ?? 0;
  const answers = await Promise.all(Array.from({ length: 12 }, () => post(call.path, call.body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(400)]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(2);
  expect(await sessions()).toBe(before + 1);
});

async function upload(headers: Record<string, string>) {
  const form = new FormData();
  form.append("file", new File([makePng(4, 4)], "picture.png", { type: "image/png" }));
  const response = await exports.default.fetch(ORIGIN + UPLOAD, {
    method: "POST",
    headers: { Authorization: token, ...headers },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}

const countFiles = () => env.DB.prepare("select count(*) n from files").first<number>("n");

test("an upload whose headers wrap a key has its answer sealed, once", async () => {
  const call = seal({}, UPLOAD);
  const { kid, key, datetime } = call.body;
  const headers = { kid, key, datetime: `${datetime}` };
  const answer = await upload(headers);
  expect([answer.status, openData(call, answer)]).toEqual([
    200,
    expect.stringMatching(/^\/files\/[\w-]{22}$/),
  ]);
  const before = await countFiles();
  const fresh = () => seal({}, UPLOAD).body.key;
  for (const wrong of [
    headers,
    { kid, key: fresh() },
    { kid, datetime: headers.datetime },
    { key: fresh(), datetime: headers.datetime },
    { ...headers, key: fresh(), kid: "unknown" },
    { ...headers, key: fresh(), datetime: `${datetime - 301_000}` },
    { ...headers, key: fresh(), datetime: "soon" },
    { ...headers, key: `${fresh()}=` },
  ]) {
    const { status, text } = await upload(wrong as Record<string, string>);
    expect([status, text], Object.keys(wrong).join()).toEqual([400, UNIFORM]);
  }
  expect(await countFiles()).toBe(before);
  expect((await upload({ datetime: "1" })).body.data).toMatch(/^\/files\//);
});

test("a body not in the sealed form is plain, a time in it or not", async () => {
  const { status, body } = await callApi(
    "/site/v2/getSiteById",
    { id: ALPHA, datetime: 1 },
    { Authorization: token },
  );
  expect([status, body.data]).toMatchObject([200, { id: ALPHA }]);
});
