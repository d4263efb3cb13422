import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { findInDatabase } from "../support/find-in-database.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, siteStub } from "../support/site-logger.ts";

const ENTER = "/site/v2/setting/password/enter";
const SET = "/site/v2/setting/password/set";
const PASSWORD = "winter-solstice-1888";
const WRONG = "summer-solstice-1777";
const WINDOW_MS = 15 * MINUTE_MS;
const MAX_ATTEMPTS = 5;
const DEVICE = "7E4401";
const REGISTER = `${DEVICE}0001`;
const setting = { kind: "setting", access: "rw", min: 0, max: 500, step: 1 };
const EQUIPMENT = [
  {
    address: DEVICE,
    registers: [
      { ...setting, register: "0001", name: "first" },
      { ...setting, register: "0002", name: "setClock", oneShot: true, stored: false },
      { ...setting, register: "0003", name: "generatorSwitch" },
    ],
  },
];

let clock: ReturnType<typeof freezeSiteClock>;
let owner = "";

beforeAll(seedUsers);
beforeEach(async () => {
  clock = freezeSiteClock();
  owner = await signIn("owner");
  for (const siteId of [ALPHA, BETA]) {
    await siteStub(siteId).erase();
    await evictDurableObject(siteStub(siteId), { webSockets: "close" }).catch(() => undefined);
    await connectLogger(siteId, { equipment: EQUIPMENT });
    expect((await callAs(owner, SET, { id: siteId, password: PASSWORD })).status).toBe(200);
  }
});

type Attempt = (token: string, password: string, siteId?: number) => ReturnType<typeof callAs>;

const enter: Attempt = (token, password, id = ALPHA) => callAs(token, ENTER, { id, password });
const change: Attempt = (token, password, id = ALPHA) =>
  callAs(token, "/site/v2/setting/change", {
    ...{ id, changeId: crypto.randomUUID(), password },
    items: [{ address: REGISTER, value: 20 }],
  });
const synchronize: Attempt = (token, password, id = ALPHA) =>
  callAs(token, "/site/v2/equipment/remote/clocksync", {
    ...{ id, changeId: crypto.randomUUID(), password },
  });
const control: Attempt = (token, password, id = ALPHA) =>
  callAs(token, "/site/v2/equipment/remote/control", {
    ...{ id, changeId: crypto.randomUUID(), password, what: "generator", value: 1 },
  });
/** All calls that take the advanced password. */
const ATTEMPTS = [enter, change, synchronize, control] as const;

/** A personal access token of the user with this session. */
async function makeToken(session: string): Promise<string> {
  const input = { name: "Script", scope: "control", siteIds: [ALPHA], days: 1 };
  const { body } = await callAs(session, "/user/v2/token/add", input);
  return (body.data as { token: string }).token;
}

async function exhaust(token: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    expect((await enter(token, WRONG)).status).toBe(422);
}

test("five wrong passwords of one user, by any session, token and call, refuse the right one for 15 minutes", async () => {
  const sessions = [await signIn("full"), await signIn("full"), await signIn("full")] as const;
  const script = await makeToken(sessions[0]);
  const wrong = [
    await enter(sessions[0], WRONG),
    await change(sessions[1], WRONG),
    await synchronize(sessions[2], WRONG),
    await control(script, WRONG),
    await enter(script, WRONG),
  ];
  expect(wrong.map(({ status, body }) => [status, body.message])).toEqual(
    Array(MAX_ATTEMPTS).fill([422, "please enter the correct advanced password"]),
  );
  // An eviction and a new session do not give new attempts.
  await evictDurableObject(siteStub(ALPHA), { webSockets: "hibernate" });
  const fresh = await signIn("full");
  clock.forward(WINDOW_MS - 1);
  for (const token of [...sessions, script, fresh])
    for (const attempt of ATTEMPTS) {
      const { status, headers, body } = await attempt(token, PASSWORD);
      expect([status, body.message, headers.get("Retry-After")]).toEqual([
        ...[429, "please enter the correct advanced password", "1"],
      ]);
    }
  // The refused ones are not counted, so that they do not extend the time.
  clock.forward(1);
  expect((await enter(fresh, PASSWORD)).status).toBe(200);
});

test("attempts at the same time are counted before any password is compared", async () => {
  const full = await signIn("full");
  const answers = await Promise.all(Array.from({ length: 12 }, () => enter(full, WRONG)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(MAX_ATTEMPTS).fill(422), ...Array(7).fill(429)]);
});

test("each user has five attempts, and neither other users nor another site lose any by them", async () => {
  const [full, administrator] = [await signIn("full"), await signIn("administrator")];
  for (const token of [full, administrator]) {
    await exhaust(token);
    expect((await enter(token, PASSWORD)).status).toBe(429);
    expect((await enter(token, PASSWORD, BETA)).status).toBe(200);
    expect((await enter(owner, PASSWORD)).status).toBe(200);
  }
  // A new password does not give new attempts.
  expect((await callAs(owner, SET, { id: ALPHA, password: `${PASSWORD}-2` })).status).toBe(200);
  expect((await enter(full, `${PASSWORD}-2`)).status).toBe(429);
  clock.forward(WINDOW_MS);
  expect((await enter(full, PASSWORD)).status).toBe(422);
  expect((await enter(full, `${PASSWORD}-2`)).status).toBe(200);
});

test("a sign-out ends what its session entered, and no session has the password of another one", async () => {
  const [entered, other] = [await signIn("full"), await signIn("full")];
  const submit = async (token: string, value: number) => {
    const items = [{ address: REGISTER, value }];
    const input = { id: ALPHA, changeId: crypto.randomUUID(), items };
    return (await callAs(token, "/site/v2/setting/change", input)).status;
  };
  expect((await enter(entered, PASSWORD)).status).toBe(200);
  expect(await submit(entered, 20)).toBe(200);
  expect(await submit(other, 21)).toBe(409);
  expect((await callAs(entered, "/auth/v2/logout", {})).status).toBe(200);
  expect(await submit(entered, 22)).toBe(401);
  expect(await submit(await signIn("full"), 22)).toBe(409);
});

test("four wrong attempts and the right one begin the count anew", async () => {
  const full = await signIn("full");
  for (let round = 0; round < 2; round++) {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++)
      expect((await enter(full, WRONG)).status).toBe(422);
    expect((await enter(full, PASSWORD)).status).toBe(200);
  }
});

/** All stored texts of a site's object. */
function readStorage(siteId: number): Promise<string> {
  return runInDurableObject(siteStub(siteId), (_, { storage: { sql } }) => {
    const tables = sql
      .exec<{ name: string }>(
        "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'",
      )
      .toArray();
    return JSON.stringify(tables.map(({ name }) => sql.exec(`select * from "${name}"`).toArray()));
  });
}

test("neither the password nor a wrong one is stored, logged or answered", async () => {
  const printed: unknown[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void printed.push(...line));
  const full = await signIn("full");
  const answers = [
    await callAs(owner, SET, { id: ALPHA, password: PASSWORD }),
    ...(await Promise.all(ATTEMPTS.map((attempt) => attempt(full, WRONG)))),
    await change(full, PASSWORD),
    await enter(owner, PASSWORD),
    ...(await Promise.all([1, 2, 3, 4, 5, 6].map(() => enter(full, WRONG)))),
    await callAs(owner, SET, { id: ALPHA, password: "x" }),
    await callAs(owner, "/site/v2/setting/list", { id: ALPHA }),
    await callAs(owner, "/site/v2/setting/changes", { id: ALPHA }),
    await callAs(owner, "/site/v2/message/page", { id: ALPHA }),
  ];
  const stored = await readStorage(ALPHA);
  // The hash is what is stored, so that this is the place where the password would be.
  expect(stored).toMatch(/settingPassword.*scrypt/);
  for (const secret of [PASSWORD, WRONG]) {
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret);
    expect(printed.map(String).join("\n")).not.toContain(secret);
  }
  expect(await findInDatabase([PASSWORD, WRONG])).toEqual([]);
});

test("a password is ignored where the site has none, and cannot be entered there", async () => {
  expect((await callAs(owner, SET, { id: ALPHA, password: null })).status).toBe(200);
  const full = await signIn("full");
  expect((await change(full, PASSWORD)).status).toBe(200);
  expect((await enter(full, PASSWORD)).status).toBe(422);
});
