import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { backend } from "#app/backend.server.ts";
import { openSite } from "#app/guard.server.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import { identifyPageCaller } from "#workers/request-scope/caller.ts";
import { contextOf } from "#workers/services.ts";
import { ORIGIN, signIn } from "../support/call-api.ts";
import { ALPHA, FOREIGN, seedUsers } from "../support/seed-users.ts";

const STRANGER = 5;
const FULL = 3;
const { keys } = contextOf(env);
let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signIn("full");
});

/** The site that a page shows. */
async function siteAt(search: string, Cookie: string) {
  const url = new URL(`${ORIGIN}/realtime${search}`);
  const request = new Request(url, { headers: { Cookie } });
  const context = new RouterContextProvider();
  const caller = await identifyPageCaller(request, contextOf(env));
  const identify = async () => caller;
  context.set(backend, { caller, context: contextOf(env), identify, version: "" });
  return openSite({ request, url, context });
}

/** Where a page of a site leads, or the id of the site that it shows. */
async function open(
  search: string,
  Cookie = `__Host-helioport_session=${token}`,
): Promise<unknown> {
  try {
    return (await siteAt(search, Cookie)).id;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get("Location");
    throw thrown;
  }
}

test("a page of a site opens by its key, and by a serial number of one's own", async () => {
  expect(await open(`?key=${sealSiteKey(keys, FULL, ALPHA)}`)).toBe(ALPHA);
  expect(await open("?key=ALPHA-01")).toBe(ALPHA);
});

test("without a key, or with one that is none or not one's own, a page leads to the list and says so", async () => {
  const wrong = [
    "",
    "?key=",
    "?key=k_nonsense",
    "?key=%00%ff",
    `?key=${"k".repeat(129)}`,
    `?key=${sealSiteKey(keys, STRANGER, ALPHA)}`,
    `?key=${sealSiteKey(keys, FULL, FOREIGN)}`,
    "?key=OTHER-001",
    "?role=1",
  ];
  for (const search of wrong) expect(await open(search), search).toBe("/sitelist?notice=notYours");
});

test("a role in the address changes nothing, sealed or not", async () => {
  const monitor = await signIn("monitor");
  const MONITOR = 4;
  const key = sealSiteKey(keys, MONITOR, ALPHA);
  for (const role of [sealRoleKey(keys, MONITOR, 1), sealRoleKey(keys, FULL, 1), "1", "nonsense"]) {
    const search = `?${new URLSearchParams({ key, role })}`;
    expect((await siteAt(search, `__Host-helioport_session=${monitor}`)).role, role).toBe(3);
  }
});

test("a signed-out user comes to the login first", async () => {
  const key = sealSiteKey(keys, FULL, ALPHA);
  expect(await open(`?key=${key}`, "")).toBe(
    `/login?${new URLSearchParams({ redirect: `/realtime?key=${key}` })}`,
  );
});
