import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { SocketPace } from "#workers/socket-pace.ts";
import { callApi, callAs, ORIGIN, signIn, signInOnly } from "../support/call-api.ts";
import { fetchKeys, post, sealCall } from "../support/seal-call.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";

const CODES = "/api/basic/v2/code/getAllLanguageCode";
const USER = "/api/user/v2/get";
const SITE = "/api/site/v2/getSiteById";

beforeAll(seedUsers);

const seen = () => env.DB.prepare("select count(*) n from seen_envelopes").first<number>("n");

test("a sealed call that anyone may make and that changes nothing leaves no row, and is refused a second time", async () => {
  const { keys } = await fetchKeys();
  const before = await seen();
  const call = sealCall(keys[0], CODES, {});
  expect((await post(CODES, call.body)).status).toBe(200);
  expect((await post(CODES, call.body)).status).toBe(400);
  expect(await seen()).toBe(before);
  // What needs an identity is remembered where every process sees it.
  const token = await signIn("full");
  const own = sealCall(keys[0], USER, {});
  expect((await post(USER, own.body, { Authorization: token })).status).toBe(200);
  expect((await post(USER, own.body, { Authorization: token })).status).toBe(400);
  expect(await seen()).toBe((before ?? 0) + 1);
});

test("the demo user and the viewers of a link leave no row by sealed calls that change nothing", async () => {
  const { keys } = await fetchKeys();
  const owner = await signIn("owner");
  await callAs(owner, "/site/v2/share/add", { siteId: ALPHA });
  const share = await callAs(owner, "/site/v2/share/getBySiteId", { siteId: ALPHA });
  const { account } = share.body.data as { account: string };
  const entered = await callApi("/auth/v2/shareLogin", { tk: account });
  const viewer = (entered.body.data as { token: string }).token;
  const demo = await signInOnly("demo");
  const before = await seen();
  for (const [path, token, input] of [
    [SITE, viewer, {}],
    [SITE, demo, { id: ALPHA }],
  ] as const) {
    const call = sealCall(keys[0], path, input);
    expect((await post(path, call.body, { Authorization: token })).status).toBe(200);
    expect((await post(path, call.body, { Authorization: token })).status).toBe(400);
  }
  expect(await seen()).toBe(before);
});

test("a user's sealed calls are limited per minute, whatever their result", async () => {
  const { keys } = await fetchKeys();
  const token = await signIn("monitor");
  const known = contextOf(env).socketWait;
  const wait = vi.spyOn(contextOf(env), "socketWait");
  wait.mockImplementation((step, who) => (step === "sealed" ? 17 : known(step, who)));
  const before = await seen();
  const rename = "/api/site/v2/updateName";
  const refused = await post(rename, sealCall(keys[0], rename, { id: ALPHA, name: "x" }).body, {
    Authorization: token,
  });
  expect(wait).toHaveBeenCalledWith("sealed", expect.stringMatching(/^user \d+$/));
  wait.mockRestore();
  expect([refused.status, await seen()]).toEqual([429, before]);
  const pace = new SocketPace(() => 0);
  const waits = Array.from({ length: 601 }, () => pace.take("sealed", "user 1"));
  expect(waits.filter((seconds) => seconds > 0)).toEqual([60]);
});

test("an address without an identity is limited before a key is unwrapped; a session is not", async () => {
  const { keys } = await fetchKeys();
  const token = await signIn("full");
  const limit = vi.fn(async ({ key }: { key: string }) => ({
    success: !key.startsWith("sealed "),
  }));
  const limited = { ...env, LOGIN_ATTEMPTS: { limit } };
  const unwrapped = vi.spyOn(crypto.subtle, "decrypt");
  const ask = (path: string, headers: Record<string, string> = {}) =>
    server.fetch(
      new Request(ORIGIN + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(sealCall(keys[0], path, {}).body),
      }),
      limited,
    );
  const refused = await ask(CODES);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await ask(USER, { Authorization: "x".repeat(43) })).status).toBe(429);
  // The server's own keys may be decrypted, by another cipher, when a process first needs them.
  const unwrappings = unwrapped.mock.calls.filter(
    ([cipher]) => (typeof cipher === "string" ? cipher : cipher.name) === "RSA-OAEP",
  );
  expect(unwrappings).toEqual([]);
  expect((await ask(USER, { Authorization: token })).status).toBe(200);
  unwrapped.mockRestore();
});

test("a call that anyone may make takes 64 KiB, others a megabyte", async () => {
  const filled = (size: number) => JSON.stringify({ filler: "x".repeat(size - 13) });
  expect((await callApi("/basic/v2/code/getAllLanguageCode", filled(65_536))).status).toBe(200);
  expect((await callApi("/basic/v2/code/getAllLanguageCode", filled(65_537))).status).toBe(413);
  expect((await callApi("/auth/v2/login", filled(65_537))).status).toBe(413);
  const token = await signIn("full");
  const own = await callApi("/user/v2/get", filled(1_048_576), { Authorization: token });
  expect(own.status).toBe(200);
  const more = await callApi("/user/v2/get", filled(1_048_577), { Authorization: token });
  expect(more.status).toBe(413);
});

test("a body that does not end is given up after ten seconds", async () => {
  const wait = vi.spyOn(scheduler, "wait").mockImplementation(async () => undefined);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"account":'));
    },
  });
  const answer = await exports.default.fetch(
    new Request(`${ORIGIN}/api/auth/v2/login`, {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit),
  );
  expect(answer.status).toBe(400);
  expect(wait.mock.calls[0]?.[0]).toBe(10_000);
  wait.mockRestore();
});
