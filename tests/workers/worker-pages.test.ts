import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import problems from "#locales/en/problems.json";
import { server } from "#workers/server.ts";
import { ORIGIN, signIn, signInOnly } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

afterEach(() => vi.restoreAllMocks());

test("the page of a link sends its address to no other host, in any spelling", async () => {
  const paths = ["/share?tk=a", "/Share?tk=a", "/%73hare?tk=a", "/SHARE/?tk=a", "/share.data?tk=a"];
  for (const path of paths) {
    const { headers } = await server.request(ORIGIN + path, {}, env);
    const reported = ["Referrer-Policy", "X-Robots-Tag", "Cache-Control"].map((name) =>
      headers.get(name),
    );
    expect(reported, path).toEqual(["no-referrer", "noindex, nofollow", "no-store"]);
  }
  const { headers } = await server.request(`${ORIGIN}/sharer`, {}, env);
  expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
});

test("a page refuses changes from other origins", async () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.test" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ];
  for (const headers of foreign) {
    const response = await exports.default.fetch(`${ORIGIN}/login`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ account: "a", password: "b" }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get("X-Frame-Options")).toBe("DENY");
  }
});

const fault = { code: 500, message: problems.fault };
const login = () =>
  new Request(`${ORIGIN}/api/auth/v2/login`, {
    method: "POST",
    body: '{"account":"a@example.org","password":"abcdef"}',
  });

test("an error page reveals nothing internal", async () => {
  await env.DB.exec("alter table login_failures rename to away");
  const response = await exports.default.fetch(login());
  await env.DB.exec("alter table away rename to login_failures");
  expect([response.status, await response.json()]).toEqual([500, fault]);
});

test("a Worker that is not configured answers nothing else, on every way in", async () => {
  const bare = { ...env, HELIOPORT_SECRET: "too-short" };
  const page = new Request(`${ORIGIN}/login`);
  const headers = {
    Upgrade: "websocket",
    "Sec-WebSocket-Protocol": "helioport.logger.v1",
  };
  const socket = new Request(`${ORIGIN}/ws/logger`, { headers });
  for (const request of [login(), page, socket]) {
    const response = await server.fetch(request, bare);
    expect([response.status, await response.json()]).toEqual([500, fault]);
  }
});

test("a page is not cached by the browser unless it permits it, and cannot be framed", async () => {
  const { status, headers } = await exports.default.fetch(`${ORIGIN}/sitelist`);
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  const open = await exports.default.fetch(`${ORIGIN}/public`);
  expect(open.headers.get("Cache-Control")).toBe("public");
});

async function whoAsks(headers: Record<string, string>, method = "GET"): Promise<unknown> {
  const response = await exports.default.fetch(`${ORIGIN}/sitelist`, { method, headers });
  return ((await response.json()) as { who: string | null }).who;
}

test("a page belongs to the user of the cookie, for reading and for changing", async () => {
  await seedUsers();
  const Cookie = `__Host-helioport_session=${await signIn("full")}`;
  expect(await whoAsks({ Cookie })).toBe("full@example.org");
  expect(await whoAsks({ Cookie, Origin: ORIGIN }, "POST")).toBe("full@example.org");
  expect(await whoAsks({ Cookie, Origin: "https://evil.test" }, "POST")).toBeUndefined();
  expect(
    await whoAsks({ Authorization: Cookie.slice("__Host-helioport_session=".length) }),
  ).toBeNull();
  expect(await whoAsks({ Cookie: "__Host-helioport_session=nonsense" })).toBeNull();
});

test.each(["/search?q=secret-name", "/search.data?q=secret-name", "/broken"])(
  "what fails on %s is in the log without what was asked",
  async (path) => {
    await seedUsers();
    const Cookie = `__Host-helioport_session=${await signInOnly("full")}`;
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    await env.DB.exec("alter table kept_lists rename to away");
    const failed = await exports.default.fetch(ORIGIN + path, { headers: { Cookie } });
    await env.DB.exec("alter table away rename to kept_lists");
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toMatch(/secret-name|select|kept_lists/);
    const lines = printed.mock.calls.map(String);
    expect(lines.join()).toContain("no such table");
    expect(lines.join()).not.toContain("secret-name");
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty("event", "a page failed");
  },
);
