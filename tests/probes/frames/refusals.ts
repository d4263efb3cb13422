import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { type SocketGrant, sealSocketKey } from "#protocol/keys/socket-key.ts";
import { ORIGIN } from "../../support/call-api.ts";
import { ABSENT, BETA, FOREIGN, secretOf } from "../../support/seed-users.ts";
import type { Chance } from "../../support/seeded-chance.ts";
import { askUpgrade, lift, loggerHeaders, ring, sealKey } from "../../support/worker-gate.ts";
import { CANARY } from "./oddities.ts";
import { count, type Tally } from "./run-report.ts";
import type { World } from "./world.ts";

type Attempt = {
  path: string;
  headers: Record<string, string>;
  status: number;
  retryAfter?: string;
};
const UUID = "0b0c1a52-6f6c-4d7e-9a52-1f1e6d0c9b7a";

/** Upgrades that must fail before any site's object is asked for. @throws at the first that does not */
export async function runRefusals(world: World, chance: Chance, total: number) {
  const tally: Tally = {};
  let touched = 0;
  const untouchable = new Proxy(env.SITES, {
    get() {
      touched += 1;
      throw new Error("a site's object was touched");
    },
  });
  const bindings = lift({ ...env, SITES: untouchable });
  const before = (await listDurableObjectIds(env.SITES)).map(String).sort();
  const bodies = new Map<number, Set<string>>();
  for (let tried = 0; tried < total; tried++) {
    const attempt = chance.happens(0.5) ? makeLogger(chance) : makeViewer(chance, world);
    const response = await askUpgrade(attempt.path, attempt.headers, bindings);
    const body = await response.text();
    const fault = findFault(attempt, response, body);
    if (fault !== null || touched > 0)
      throw new Error(
        `${fault ?? "touched"}: ${JSON.stringify(attempt)} → ${response.status} ${body}`,
      );
    bodies.set(response.status, (bodies.get(response.status) ?? new Set()).add(body));
    count(tally, `refused ${response.status}`);
    world.expectClean();
  }
  if ((bodies.get(401)?.size ?? 0) > 2) throw new Error("a 401 gives a reason");
  const after = (await listDurableObjectIds(env.SITES)).map(String).sort();
  if (after.join() !== before.join()) throw new Error("an object came to be");
  return { sent: total, tally };
}

function findFault({ status, retryAfter }: Attempt, response: Response, body: string) {
  if (response.status !== status) return `not ${status}`;
  if (response.webSocket !== null) return "a socket";
  if (retryAfter !== undefined && response.headers.get("Retry-After") !== retryAfter)
    return "no Retry-After";
  if (body.includes(CANARY.slice(0, 12)) || body.length > 300) return "the answer reveals too much";
  const reported = JSON.parse(body) as { code: unknown; message: unknown };
  return reported.code === status && typeof reported.message === "string"
    ? null
    : "not of this form";
}

const SERIALS = [
  "ALPHA-01",
  "alpha-01",
  "ALPHA-02",
  "SPARE-001",
  "UNKNOWN-1",
  "",
  "A",
  "-".repeat(33),
  "' or 1=1 --",
  CANARY,
  "ALPHA-01\u0000",
  "ＡLPHA-01",
  "__proto__",
  "ALPHA-01 ",
];
const SECRETS = ["", "x", CANARY, secretOf("BETA-0001"), "x".repeat(4_000), "ü€😀", ":", "\u0000"];

function makeLogger(chance: Chance): Attempt {
  const path = "/ws/logger";
  const right = loggerHeaders("ALPHA-01");
  const without = (name: string) =>
    Object.fromEntries(Object.entries(right).filter(([each]) => each !== name));
  return chance.oneOf<() => Attempt>([
    () => {
      const serial = chance.oneOf(SERIALS);
      return { path, headers: loggerHeadersOf(serial, chance.oneOf(SECRETS)), status: 401 };
    },
    () => {
      const secret = secretOf("ALPHA-01");
      const at = chance.below(secret.length);
      const near = chance.oneOf([
        secret.slice(0, at),
        secret.slice(at + 1),
        `${secret}${secret}`,
        `${secret} `,
        secret.toUpperCase(),
        `${secret.slice(0, at)}#${secret.slice(at + 1)}`,
      ]);
      return { path, headers: loggerHeaders("ALPHA-01", near), status: 401 };
    },
    () => ({ path, headers: loggerHeadersOf("UNKNOWN-9", secretOf("ALPHA-01")), status: 401 }),
    () => ({ path, headers: { ...right, Authorization: chance.oneOf(SCHEMES) }, status: 401 }),
    () => ({ path, headers: without("Authorization"), status: 401 }),
    () => ({ path, headers: loggerHeaders("SPARE-001"), status: 409, retryAfter: "60" }),
    () => ({ path, headers: without("Sec-WebSocket-Protocol"), status: 400 }),
    () => ({
      path,
      headers: {
        ...right,
        "Sec-WebSocket-Protocol": chance.oneOf(["other", "helioport.logger.v2", "helioport", ""]),
      },
      status: 400,
    }),
    () => ({ path, headers: { ...right, Upgrade: chance.oneOf(["h2c", "", "web"]) }, status: 400 }),
    () => ({
      path: chance.oneOf(["/ws/Logger", "/ws/logger/x", "/ws"]),
      headers: right,
      status: 404,
    }),
  ])();
}

const SCHEMES = [
  "Basic",
  "Basic ",
  "Basic !!!",
  "Basic =",
  "Basic Og==",
  "Bearer x",
  "Digest x",
  "Basic QQ",
  `Basic ${"QUFB".repeat(2_000)}`,
  `Basic ${btoa(CANARY)}`,
  `Basic ${btoa("\xff\xfe:\xff")}`,
];

/** Serials and secrets of any letters, as UTF-8. */
function loggerHeadersOf(serial: string, secret: string): Record<string, string> {
  const Authorization = `Basic ${Buffer.from(`${serial}:${secret}`).toString("base64")}`;
  return { ...loggerHeaders("ALPHA-01"), Authorization };
}

const FOREIGN_ORIGINS = [
  "https://evil.test",
  "null",
  "http://helioport.test",
  `${ORIGIN}.evil.test`,
  `${ORIGIN}:444`,
  "https://sub.helioport.test",
  "https://helioport.tes",
  `${ORIGIN}/`,
  "",
  "file://",
  CANARY,
];

function makeViewer(chance: Chance, { people, clock }: World): Attempt {
  const { id: person, session } = people.full;
  const grant: SocketGrant = {
    siteId: BETA,
    person,
    session,
    rightsVersion: 0,
    ticketHash: "hash",
    expires: clock.now() + 60_000,
  };
  const right = sealKey(grant);
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const ask = (key: string, status: number, more: object = {}, uuid = UUID): Attempt => ({
    path: `/ws/site/${key}/${uuid}`,
    headers: { ...headers, ...more },
    status,
  });
  return chance.oneOf<() => Attempt>([
    () => ask(flipBit(chance, right), 404),
    () => ask(flipBit(chance, right), 404, { Origin: "https://evil.test" }, "no-uuid"),
    () => ask(right.slice(0, chance.between(1, right.length - 1)), 404),
    () => ask(`${right}${chance.oneOf(["A", "AAAA", "=", "%00", "."])}`, 404),
    () => ask(encodeURIComponent(chance.oneOf([CANARY, "x", "__proto__", "{}", "😀"])), 404),
    () => ask(sealKey({ ...grant, expires: Date.now() - 1 - chance.below(2 ** 40) }), 404),
    () => ask(sealKey({ ...grant, expires: 0 }), 404),
    () => ask(sealWith(deriveKeyRing(new Uint8Array(32).fill(9)), grant), 404),
    () => ask(sealSiteKey(ring, person, BETA), 404),
    () => ask(sealWith(ring, { ...grant, expires: "9" }), 404),
    () => ask(sealWith(ring, null), 404),
    () => ask(right, 403, { Origin: chance.oneOf(FOREIGN_ORIGINS) }),
    () => ask(right, 403, { "Sec-Fetch-Site": chance.oneOf(["cross-site", "same-site"]) }),
    () => ask(right, 400, {}, chance.oneOf([UUID.toUpperCase(), "x", `${UUID}0`, "%00"])),
    () => ask(right, 400, { Upgrade: chance.oneOf(["h2c", "", "web socket"]) }),
    () => ask(sealKey({ ...grant, session: CANARY }), 401),
    () => ask(sealKey({ ...grant, person: people.owner.id }), 404),
    () => ask(sealKey({ ...grant, siteId: chance.oneOf([FOREIGN, ABSENT, 0, -1]) }), 404),
  ])();
}

function sealWith(keys: typeof ring, grant: unknown): string {
  // What another version of the server might have sealed.
  return sealSocketKey(keys, crypto.getRandomValues(new Uint8Array(12)), grant as SocketGrant);
}

function flipBit(chance: Chance, key: string): string {
  const bytes = fromBase64Url(key) ?? new Uint8Array();
  const bit = chance.below(bytes.length * 8);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return toBase64Url(bytes);
}
