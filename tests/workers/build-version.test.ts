import { exports } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ORIGIN, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";
import { assets } from "../support/server-build-stub.ts";

const CLEARED = "__Host-helioport_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";
const CLEARED_VERSION =
  "__Host-helioport_version=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";

let cookies: Record<string, string> = {};

beforeAll(seedUsers);

afterEach(() => {
  cookies = {};
});

/** Asks as a browser does, which keeps what it is given. */
async function open(path: string, build: string, method = "GET") {
  assets.version = build;
  const Cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  const headers = { Cookie, Origin: ORIGIN };
  const answer = await exports.default.fetch(ORIGIN + path, {
    method,
    headers,
    redirect: "manual",
  });
  const given = answer.headers.getSetCookie();
  for (const line of given) {
    const [pair = ""] = line.split(";");
    const [name = "", value = ""] = pair.split("=");
    if (line.includes("Max-Age=0")) delete cookies[name];
    else cookies[name] = value;
  }
  return { status: answer.status, location: answer.headers.get("Location"), given, answer };
}

async function signInHere(): Promise<void> {
  cookies["__Host-helioport_session"] = await signIn("full");
}

test("restarting the same build any number of times signs no user out", async () => {
  await signInHere();
  const first = await open("/versioned", "one");
  expect(first.status).toBe(200);
  expect(first.given[0]).toMatch(
    /^__Host-helioport_version=one; .*HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(await open("/versioned", "one")).toMatchObject({ status: 200, given: [] });
});

test("another build signs users out, also on the server, and leads to the login and back once", async () => {
  await signInHere();
  const token = cookies["__Host-helioport_session"];
  await open("/versioned?a=1", "one");
  const out = await open("/versioned?a=1", "two");
  expect(out.status).toBe(302);
  expect(out.location).toBe("/login?redirect=%2Fversioned%3Fa%3D1&reason=updated");
  expect(out.answer.headers.get("X-Remix-Reload-Document")).toBe("true");
  expect(out.given).toEqual([CLEARED]);
  expect((await open("/versioned", "two", "POST")).given).toEqual([CLEARED_VERSION]);
  expect(cookies).toEqual({});
  // A kept token is worthless.
  cookies["__Host-helioport_session"] = token ?? "";
  expect(await (await open("/versioned", "two")).answer.json()).toEqual({ who: null });
  await signInHere();
  expect((await open("/versioned", "two")).status).toBe(200);
  expect((await open("/versioned", "two")).status).toBe(200);
});

test("a user who signed out is not shown the build notice at the next login", async () => {
  await signInHere();
  await open("/versioned", "one");
  delete cookies["__Host-helioport_session"];
  expect((await open("/versioned", "two", "POST")).given).toEqual([CLEARED_VERSION]);
  await signInHere();
  expect((await open("/versioned", "two")).status).toBe(200);
});

test("publicly cacheable answers carry no cookie", async () => {
  await signInHere();
  expect((await open("/versioned/public", "one")).given).toEqual([]);
});
