import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { toBase64Url } from "#protocol/base64url.ts";
import { personPrivateKey } from "#protocol/keys/person-keys.ts";
import { sharePerson } from "#protocol/keys/share-person.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { connectLogger, type LoggerSocket, sample } from "../support/site-logger.ts";
import { stampOf } from "../support/viewer-browser.ts";
import { SiteViewer } from "../support/viewer-socket.ts";

const UUID = "0b0c1a52-6f6c-4d7e-9a52-1f1e6d0c9b7a";
/** Names that a logger may give its registers, with values that would reveal the site's location. */
const IDENTIFYING = {
  "GPS latitude": 52.5,
  "Site address": "Hidden lane 7",
  "Country code": "DE",
  "Grid code": "VDE-AR-N 4105",
  "Time zone": "Europe/Berlin",
  "Wi-Fi SSID": "Hidden lane",
  "Serial number": "K1-SECRET",
  Note: "Hidden lane, second floor",
};
const EQUIPMENT = [
  {
    address: "003311",
    typeCode: "0033",
    model: "MK-5000",
    serial: "K1-SECRET",
    registers: [
      { register: "0047", name: "acVoltage", kind: "setting", unit: "V", access: "rw" },
      ...Object.entries(IDENTIFYING).map(([name, value], place) => ({
        register: `010${place}`,
        name,
        access: "r",
        kind: typeof value === "number" ? "gauge" : "text",
      })),
    ],
  },
];
const VALUES = {
  "0033110047": 20,
  // Not described.
  "00331102FF": "Hidden lane 7",
  ...Object.fromEntries(
    Object.values(IDENTIFYING).map((value, place) => [`003311010${place}`, value]),
  ),
};
const SECRETS = /Hidden|52\.5|13\.4|VDE|Berlin|K1-SECRET|SSID|Country/;

type Share = { id: number; account: string };
let owner = "";
let logger: LoggerSocket;

beforeAll(async () => {
  await seedUsers();
  owner = await signIn("owner");
  logger = await connectLogger(ALPHA, { equipment: EQUIPMENT });
  await logger.ask(sample("first", Date.now(), VALUES));
});
beforeEach(() => env.DB.prepare("delete from shares").run());

const manage = async (path: string, input: object) => {
  const { status, body } = await callAs(owner, `/site/v2/share/${path}`, {
    siteId: ALPHA,
    ...input,
  });
  expect(status, path).toBe(200);
  return body.data;
};

async function makeShare(): Promise<Share> {
  await manage("add", { locationHide: 1 });
  return (await manage("getBySiteId", {})) as Share;
}

async function letIn({ account }: Share): Promise<string> {
  const { body } = await callApi("/auth/v2/shareLogin", { tk: account });
  return (body.data as { token: string }).token;
}

type Ticket = { key: string; ticket: string };
const askTicket = async (token: string) =>
  (await callAs(token, "/site/v2/socketTicket", {})).body.data as Ticket;

const upgrade = ({ key }: Ticket) =>
  server.fetch(
    new Request(`${ORIGIN}/ws/site/${key}/${UUID}`, { headers: { Upgrade: "websocket" } }),
    env,
  );

/** A viewer who came by the link through the Worker, and the welcome. */
async function watch(share: Share, token: string) {
  const ticket = await askTicket(token);
  const { webSocket } = await upgrade(ticket);
  if (webSocket === null) throw new Error("no socket");
  const person = sharePerson(share.id);
  const privateKey = toBase64Url(personPrivateKey(contextOf(env).keys, person));
  const stamp = stampOf({ siteId: ALPHA, person, privateKey, uuid: UUID });
  const viewer = new SiteViewer(webSocket, stamp, ticket.ticket);
  return { viewer, welcome: await viewer.login() };
}

test("a visitor of a link receives live values, and no frame reveals location or device", async () => {
  const share = await makeShare();
  const { viewer, welcome } = await watch(share, await letIn(share));
  expect(welcome).toMatchObject({ status: 200, role: 3, commands: [] });
  expect((welcome.values as Record<string, { v: unknown }>)["0033110047"]?.v).toBe(20);
  await logger.ask(sample("next", Date.now() + 1, { ...VALUES, "0033110047": 21 }));
  const pushed = await viewer.pushed(260);
  expect(pushed.values).toEqual({ "0033110047": 21 });
  expect(JSON.stringify([welcome, viewer.messages.inbox])).not.toMatch(SECRETS);
});

test.each([
  ["the link is ended", "delete", {}],
  ["a password is set", "updatePassword", { password: "sunshine1" }],
])("once %s, the answer comes with every viewer out", async (_, path, input) => {
  const share = await makeShare();
  const tokens = [await letIn(share), await letIn(share)];
  const viewers = await Promise.all(tokens.map((token) => watch(share, token)));
  const early = await askTicket(tokens[0] ?? "");
  const began = Date.now();
  await manage(path, { id: share.id, ...input });
  const closed = await Promise.all(viewers.map(({ viewer }) => viewer.closed));
  expect(closed).toEqual([4403, 4403]);
  expect(Date.now() - began).toBeLessThan(2_000);
  // A ticket from before is none any more.
  expect((await upgrade(early)).status).toBe(401);
});

test("showing or hiding the location restarts viewers, who may continue", async () => {
  const share = await makeShare();
  const token = await letIn(share);
  const { viewer } = await watch(share, token);
  await manage("locationHide", { id: share.id, locationHide: 1 });
  expect(await viewer.unread()).toEqual([]);
  await manage("locationHide", { id: share.id, locationHide: 0 });
  expect(await viewer.closed).toBe(4403);
  expect((await watch(share, token)).welcome).toMatchObject({ status: 200 });
});
