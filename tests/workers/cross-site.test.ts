import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { server } from "#workers/server.ts";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import {
  type Attempt,
  disguisedMethods,
  foreignCalls,
  foreignUpgrades,
} from "../support/cross-site.ts";
import { compareStates, readState } from "../support/matrix/stored-state.ts";
import { ALPHA, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

const UUID = "0b0c1a52-6f6c-4d7e-9a52-1f1e6d0c9b7a";
const READABLE = ["Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"];
let Cookie = "";
let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signIn("full");
  Cookie = `__Host-helioport_session=${token}; theme=dark`;
});

/** The effects of a request; empty if there are none. */
async function attempt(one: Attempt, allowed: readonly number[], bindings: Env): Promise<string> {
  const { what, path, method, headers, body } = one;
  const request = new Request(ORIGIN + path, {
    method,
    headers: { ...headers, Cookie },
    body,
    redirect: "manual",
  });
  const response = await server.fetch(request, bindings);
  await response.text();
  const got = [
    ...(allowed.includes(response.status) ? [] : [`${response.status}`]),
    ...READABLE.filter((name) => response.headers.has(name)),
    ...(response.headers.has("Set-Cookie") ? ["a cookie"] : []),
  ];
  return got.length === 0 ? "" : `${what}: ${got.join(", ")}`;
}

async function attemptAll(
  attempts: readonly Attempt[],
  allowed: readonly number[],
  bindings: Env = env,
) {
  const before = await readState();
  const got: string[] = [];
  for (let start = 0; start < attempts.length; start += 50) {
    const some = attempts.slice(start, start + 50);
    got.push(...(await Promise.all(some.map((one) => attempt(one, allowed, bindings)))));
  }
  expect(got.filter((what) => what !== "")).toEqual([]);
  expect(compareStates(before, await readState())).toEqual([]);
}

test("no call and no form of another site's page has any effect", async () => {
  const attempts = foreignCalls();
  expect(attempts.length).toBeGreaterThan(500);
  const isCall = ({ path }: Attempt) => path.startsWith("/api/");
  await attemptAll(attempts.filter(isCall), [401]);
  const pages = attempts.filter((one) => !isCall(one));
  const isForm = ({ method }: Attempt) => method === "POST";
  await attemptAll(pages.filter(isForm), [403]);
  // No page accepts other methods, for any caller.
  await attemptAll(
    pages.filter((one) => !isForm(one)),
    [405],
  );
  // The same from a page of ours.
  const own = { Cookie, Origin: ORIGIN };
  expect((await callApi("/user/v2/update", { city: "Bremen" }, own)).status).toBe(200);
});

test("links, pictures and disguised methods have no effect and ask for no sign-in", async () => {
  const attempts = disguisedMethods();
  expect(attempts.length).toBeGreaterThan(100);
  await attemptAll(attempts, [404]);
});

test("a foreign page gets no socket, with a key and the cookie", async () => {
  const { body } = await callAs(token, "/site/v2/socketTicket", { id: ALPHA });
  const { env: recorded, reached } = recordSites();
  const attempts = foreignUpgrades((body.data as { key: string }).key, UUID);
  expect(attempts.length).toBeGreaterThan(35);
  await attemptAll(attempts, [403], recorded);
  expect(reached).toEqual([]);
});

test("a foreign page signs no one in: its answer is not readable and sets no cookie", async () => {
  const input = { account: "stranger@example.org", password: PASSWORD };
  const origins = foreignCalls().filter(({ path }) => path === "/api/auth/v2/logout");
  const answers = await Promise.all(
    // From addresses of their own: one has ten passwords looked at together.
    origins.map(({ headers }, place) =>
      callApi("/auth/v2/login", input, { ...headers, "CF-Connecting-IP": `10.0.${place}.1` }),
    ),
  );
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    for (const name of ["Set-Cookie", ...READABLE]) expect(headers.has(name)).toBe(false);
  }
});
