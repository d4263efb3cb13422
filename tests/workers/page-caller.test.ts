import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { server } from "#workers/server.ts";
import { callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

let token = "";

beforeAll(seedUsers);

beforeEach(async () => {
  token = await signIn("full");
});

/** What a page's address answers, and in how many round trips to the database. */
async function open(path: string): Promise<{ response: Response; trips: number }> {
  let trips = 0;
  const count = (database: D1Database): D1Database =>
    new Proxy(database, {
      get(it, name) {
        if (name === "prepare") trips += 1;
        const value: unknown = Reflect.get(it, name);
        return typeof value === "function" ? value.bind(it) : value;
      },
    });
  const request = new Request(ORIGIN + path, {
    headers: { Cookie: `__Host-helioport_session=${token}` },
  });
  const response = await server.fetch(request, { ...env, DB: count(env.DB) });
  return { response, trips };
}

async function openPage(): Promise<{ who: string | null; trips: number }> {
  const { response, trips } = await open("/sitelist");
  const { who } = (await response.json()) as { who: string | null };
  return { who, trips };
}

test("a known user is read again with each page, in one round trip", async () => {
  expect(await openPage()).toEqual({ who: "full@example.org", trips: 1 });
  expect(await openPage()).toEqual({ who: "full@example.org", trips: 1 });
});

test("the frame's data is read in the same round trip as the page and the caller", async () => {
  // The very first page of a process waits for what pages are made with.
  await open("/frame/search");
  const { response, trips } = await open("/frame/search");
  expect([response.status, trips]).toEqual([200, 1]);
});

test("an ended session is invalid on the very next page", async () => {
  expect((await openPage()).who).toBe("full@example.org");
  await callAs(token, "/auth/v2/logout", {});
  expect((await openPage()).who).toBeNull();
});

test("a page shows a person as they are now, not as they were seen last", async () => {
  expect((await openPage()).who).toBe("full@example.org");
  await env.DB.prepare("update users set account = 'new@example.org' where account = ?")
    .bind("full@example.org")
    .run();
  expect((await openPage()).who).toBe("new@example.org");
  await env.DB.prepare("update users set account = 'full@example.org' where account = ?")
    .bind("new@example.org")
    .run();
  expect((await openPage()).who).toBe("full@example.org");
});
