/** Response times do not distinguish a known address from an unknown one: login, registration, password reset, contacts, invitation. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { seededRandom } from "#simulator/random.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { median } from "../support/quantiles.ts";
import { startServer } from "../support/server.ts";
import { classify, findSensitivity, type Timed } from "./timing/classify.ts";
import { addSite, CODE, emptyLists, keepCodesFresh, PASSWORD, stock } from "./timing/stock.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Calls with a known address, and as many with an unknown one, for each of the five. */
  count: z.coerce.number().int().min(50).default(2_000),
  /** One of the five alone. */
  only: z.enum(["sendEmailResetPassword", "login", "add", "invite", "register"]).optional(),
});
const MIN_ACCURACY = 0.45;
const MAX_ACCURACY = 0.55;
const WARM_UP = 50;
const FRESHEN_EACH = 150;

const BODIES: Record<string, (email: string) => object> = {
  "/auth/v2/login": (account) => ({ account, password: "guess123" }),
  "/user/v3/register": (email) => ({
    name: "Zoe",
    email,
    phone: "030 901820",
    country: "DE",
    city: "Berlin",
    password: "Kw7xTq21",
    confirmPassword: "Kw7xTq21",
    agreement: true,
    captcha: CODE,
  }),
  "/user/v2/sendEmailResetPassword": (email) => ({ email }),
  "/user/v2/groupuser/add": (email) => ({ email }),
  "/site/v2/user/invite": (email) => ({ id: site, email }),
};
/** What each answers, to known and unknown alike. */
const STATUSES: Record<string, number> = { "/auth/v2/login": 401 };

const { seed, count, only = "" } = options;
console.log(`seed ${seed}: 2 × ${count} calls of each kind`);
const random = seededRandom(seed);
// The same length, and names that say nothing: drawn, so that indexes are entered anywhere.
const draw = () =>
  `${Math.floor(random() * 2 ** 48)
    .toString(36)
    .padStart(10, "0")}@example.org`;
const addresses = Array.from({ length: 2 * (count + WARM_UP) }, draw);
const known = addresses.filter((_, place) => place % 2 === 0);
const unknown = addresses.filter((_, place) => place % 2 === 1);
const server = await startServer();
const { database } = server.runtime;
await stock(database, readFileSync(server.state.secret, "utf8").trim(), { known, unknown });
const site = await addSite(database, known[0] ?? "");

let calls = 0;
const token = await logIn();
const failures: string[] = [];
// Registration last: afterwards unknown addresses are known.
const paths = [
  "/user/v2/sendEmailResetPassword",
  "/auth/v2/login",
  "/user/v2/groupuser/add",
  "/site/v2/user/invite",
  "/user/v3/register",
];
for (const path of paths.filter((each) => each.endsWith(only))) {
  const timed = (await callAll(path)).slice(2 * WARM_UP);
  for (const [how, accuracy] of Object.entries(classify(timed))) {
    console.log(`${path}: ${accuracy.toFixed(3)} right by ${how}`);
    if (accuracy < MIN_ACCURACY || accuracy > MAX_ACCURACY) failures.push(`${path} by ${how}`);
  }
  const middle = (which: boolean) =>
    median(timed.filter((call) => call.known === which).map(({ ms }) => ms)).toFixed(2);
  console.log(
    `${path}: median ${middle(true)} ms known, ${middle(false)} ms unknown; ${findSensitivity(timed).toFixed(2)} ms more would have been detected`,
  );
}
await server.stop();
console.log(
  failures.length === 0 ? "✓ not distinguishable" : `✗ distinguishable: ${failures.join(", ")}`,
);
process.exit(failures.length === 0 ? 0 : 1);

/** In an order of chance, one after the other. */
async function callAll(path: string): Promise<Timed[]> {
  // The inviting user is a member already, and sees that.
  const others = path.endsWith("invite") ? known.slice(1) : known;
  const order = shuffle([
    ...others.map((email) => ({ email, known: true })),
    ...unknown.map((email) => ({ email, known: false })),
  ]);
  const timed: Timed[] = [];
  for (const [place, { email, known: isKnown }] of order.entries()) {
    if (place % FRESHEN_EACH === 0) {
      await keepCodesFresh(database);
      await emptyLists(database);
    }
    timed.push({ known: isKnown, ms: await timeCall(path, email) });
  }
  return timed;
}

function initOf(body: object | undefined, headers: Record<string, string> = {}) {
  calls += 1;
  // An address of its own for each call: the limits by address are not what is measured.
  const address = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
  return {
    method: "POST",
    headers: { ...headers, "CF-Connecting-IP": address },
    body: JSON.stringify(body),
  };
}

/** A user with contacts and a site. */
async function logIn(): Promise<string> {
  const body = { account: known[0], password: PASSWORD };
  const response = await fetch(`${server.url}/api/auth/v2/login`, initOf(body));
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

async function timeCall(path: string, email: string): Promise<number> {
  const init = initOf(
    BODIES[path]?.(email),
    /groupuser|invite/.test(path) ? { Authorization: token } : {},
  );
  const begun = performance.now();
  const response = await fetch(`${server.url}/api${path}`, init);
  const text = await response.text();
  const ms = performance.now() - begun;
  if (response.status !== (STATUSES[path] ?? 200)) throw new Error(`${path}: ${text}`);
  return ms;
}

function shuffle<Item>(items: Item[]): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}
