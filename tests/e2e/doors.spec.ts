import { request as sendRequest } from "node:http";
import { expect, test } from "@playwright/test";
import { safeRedirect } from "#app/safe-redirect.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { OPEN_REDIRECTS } from "../support/open-redirects.ts";
import { listPagePaths } from "../support/page-routes.ts";

const { accounts, url } = readE2eServer();

type RequestSpec = { method?: string; cookie?: string; body?: string; accept?: string };
type Answer = { status: number; headers: Record<string, string | string[] | undefined> };
let asked = 0;

/** Byte by byte as it says, and without going where the answer leads. */
function ask(
  path: string,
  { method = "GET", cookie, body, accept }: RequestSpec = {},
): Promise<Answer> {
  asked += 1;
  const headers = {
    Origin: url,
    "Content-Type": "application/x-www-form-urlencoded",
    // Limits by address are not what this is about.
    "CF-Connecting-IP": `2001:db8:d0:${asked.toString(16)}::1`,
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(accept !== undefined && { Accept: accept }),
  };
  return new Promise((resolve, reject) => {
    const sent = sendRequest(url + path, { method, headers, agent: false }, (response) => {
      response.resume();
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function signIn(query = ""): Promise<Answer> {
  const { account, password } = accounts.owner;
  const body = `${new URLSearchParams({ account, password })}`;
  return ask(`/login${query}`, { method: "POST", body });
}

async function openSession(): Promise<string> {
  const cookies = [(await signIn()).headers["set-cookie"]].flat().map(String);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** Where an answer leads, and where the login that it leads to would; none of it may be off the portal. */
function leadsOff({ headers }: Answer, lure: string): string[] {
  const where = headers.location;
  if (where === undefined) return [];
  const target = new URL(String(where), url);
  const next = new URL(safeRedirect(target.searchParams.get("redirect"), "/"), url);
  const isOff = [target, next].some(({ origin }) => origin !== url);
  return isOff ? [`${JSON.stringify(lure)} leads to ${where}`] : [];
}

const DOORS: Record<string, (lure: string, cookie: string) => Promise<Answer>> = {
  "signing in": (lure) => signIn(`?${new URLSearchParams({ redirect: lure })}`),
  "the login of a signed-in user": (lure, cookie) =>
    ask(`/login?${new URLSearchParams({ redirect: lure })}`, { cookie }),
  "choosing a language": (lure, cookie) =>
    ask("/language", {
      method: "POST",
      cookie,
      body: `${new URLSearchParams({ language: "en", redirect: lure })}`,
    }),
  "signing out": (lure) =>
    ask(`/logout?${new URLSearchParams({ redirect: lure })}`, { method: "POST" }),
  "the way back": (lure, cookie) =>
    ask(`/back?${new URLSearchParams({ redirect: lure, url: lure, to: lure })}`, { cookie }),
  "an address of its own": (lure, cookie) => ask(`/${encodeLoosely(lure)}`, { cookie }),
  "an address of its own, signed out": (lure) => ask(`/${encodeLoosely(lure)}`),
  "the stylesheet": (lure) => ask(`/stylesheet/${encodeURIComponent(lure)}`),
  "the API": (lure) =>
    ask(`/api/${encodeLoosely(lure)}?${new URLSearchParams({ redirect: lure })}`),
};

/** What stands in an address as it is, does; no client sends the rest. */
function encodeLoosely(lure: string): string {
  return encodeURIComponent(lure).replaceAll(/%(2F|3A|40|5C|25|3F|23)/g, decodeURIComponent);
}

const AT_ONCE = 12;
/** A password takes long to look at: there only each third is tried. */
const isTried = (door: string, place: number) => door !== "signing in" || place % 3 === 0;

for (const [door, go] of Object.entries(DOORS))
  test(`${door} leads to no other host`, async () => {
    expect(OPEN_REDIRECTS.length).toBeGreaterThan(60);
    const lures = OPEN_REDIRECTS.filter((_, place) => isTried(door, place));
    const cookie = await openSession();
    const wrong: string[] = [];
    for (let from = 0; from < lures.length; from += AT_ONCE)
      await Promise.all(
        lures.slice(from, from + AT_ONCE).map(async (lure) => {
          const answer = await go(lure, cookie);
          if (answer.status >= 500) wrong.push(`${JSON.stringify(lure)}: ${answer.status}`);
          wrong.push(...leadsOff(answer, lure));
        }),
      );
    expect(wrong).toEqual([]);
  });

test("opening an address changes nothing, from any origin", async () => {
  const cookie = await openSession();
  for (const path of ["/logout", "/language?language=ar", "/logout.data", "/user?intent=delete"]) {
    const cookies = [(await ask(path, { cookie })).headers["set-cookie"] ?? []].flat();
    expect(cookies.join(), path).not.toMatch(/helioport_session|tbb_language/);
  }
  expect((await ask("/sitelist", { cookie })).status).toBe(200);
});

function expectSafe({ headers }: Answer, what: string, isLink = false): void {
  expect(headers, what).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // The address of a link grants access to every reader.
    "referrer-policy": isLink ? "no-referrer" : "strict-origin-when-cross-origin",
    "strict-transport-security": expect.stringContaining("max-age="),
  });
  if (!String(headers["content-type"]).startsWith("text/html")) return;
  const policy = String(headers["content-security-policy"]);
  const scripts = policy.split("; ").find((part) => part.startsWith("script-src ")) ?? "";
  expect(scripts, what).toMatch(/^script-src ('self' )?'nonce-[\w+/=-]{16,}'$/);
  for (const part of [
    "object-src 'none'|default-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy, what).toMatch(new RegExp(part));
}

test("every page, door and error has the headers that keep a browser safe", async () => {
  const cookie = await openSession();
  const paths = [
    ...(await listPagePaths()),
    "/api",
    "/api/docs",
    "/api/openapi.json",
    "/api/unknown",
    "/api/user/v2/get",
    "/files/0123456789012345678901",
    "/files/",
    "/stylesheet/none.css",
    "/realtime?key=k_nonsense",
    "/sitelist?page=nonsense",
    "/resetpwd?token=x",
    "/activate?token=x",
    "/subscribed?token=x",
    "/%ff",
    "/sitelist.data",
  ];
  expect(paths.length).toBeGreaterThan(25);
  let pages = 0;
  for (const path of paths)
    for (const known of [undefined, cookie])
      for (const method of ["GET", "POST", "PUT"]) {
        if (known && method !== "GET") continue;
        const answer = await ask(path, {
          method,
          ...(known && { cookie: known }),
          accept: "text/html",
        });
        if (String(answer.headers["content-type"]).startsWith("text/html")) pages += 1;
        expectSafe(answer, `${method} ${path}: ${answer.status}`, path === "/share");
      }
  expect(pages).toBeGreaterThan(15);
});

test("files that the Worker never sees have the same headers", async () => {
  const page = await (await fetch(`${url}/login`)).text();
  const [script] = page.match(/\/assets\/[\w-]+\.js/) ?? [];
  expect(script).toBeDefined();
  for (const path of [script ?? "", "/icon.svg"]) {
    const answer = await ask(path, {});
    expect(answer.status, path).toBe(200);
    expectSafe(answer, path);
    expect(answer.headers["content-security-policy"], path).toContain("default-src 'none'");
  }
});

test("a missing file is not cached by browsers, and an existing one is for a year", async () => {
  const gone = await ask("/assets/entry.client-0000000.js");
  expect(gone.status).toBe(404);
  expect(gone.headers["cache-control"]).toBe("no-store");
  const page = await fetch(`${url}/login`).then((response) => response.text());
  const [asset = ""] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  const there = await ask(asset);
  expect(there.status).toBe(200);
  expect(there.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("unknown methods are refused, and robots.txt names the private paths", async () => {
  for (const method of ["OPTIONS", "TRACE", "PUT", "DELETE"])
    for (const path of ["/", "/login", "/register"]) {
      const { status, headers } = await ask(path, { method });
      expect([method, path, status, headers.allow]).toEqual([method, path, 405, "GET, HEAD, POST"]);
    }
  const robots = await fetch(`${url}/robots.txt`);
  expect(robots.status).toBe(200);
  // Public pages alone.
  const rules = (await robots.text()).trim().split("\n");
  expect(rules).toEqual(["User-agent: *", "Allow: /$", "Allow: /world", "Disallow: /"]);
});
