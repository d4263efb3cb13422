import { evictDurableObject } from "cloudflare:test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_EXTRA_EQUIPMENT } from "#domain/devices/extra-equipment.ts";
import { STAMP_HEADER } from "#protocol/site-rpc.ts";
import { callApi, callAs, type DataOf, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, FOREIGN, seedUsers } from "../support/seed-users.ts";
import { connectMessage, LoggerSocket, siteStub } from "../support/site-logger.ts";

let [full, monitor, demo] = ["", "", ""];
const AT = Date.now();
const gauge = (register: string, name?: string) => ({ register, kind: "gauge", access: "r", name });
const TREE = [
  {
    address: "003311",
    typeCode: "0033",
    model: "RiiO 5000",
    serial: "INV-0001",
    alias: "Inverter",
    versions: { software: "2.14", hardware: "1.3", DSP: "5.02", lcd: "1.1", mppt: "0.9" },
    registers: [gauge("0140"), gauge("0010"), gauge("0112")],
  },
  { address: "008B11", typeCode: "008B", model: "Lithium module", registers: [] },
  { address: "006B11", typeCode: "006B", registers: [] },
  { address: "FFFF00", registers: [gauge("0110"), gauge("0120"), gauge("0131")] },
];

let logger: LoggerSocket;

beforeAll(async () => {
  await seedUsers();
  [full, monitor, demo] = await Promise.all([signIn("full"), signIn("monitor"), signIn("demo")]);
});
beforeEach(async () => {
  await siteStub(ALPHA).erase();
  await evictDurableObject(siteStub(ALPHA), { webSockets: "close" }).catch(() => undefined);
  logger = await connect();
});
afterAll(() => logger.socket.close());

async function connect(equipment: readonly object[] = TREE): Promise<LoggerSocket> {
  const stamp = { kind: "logger", siteId: ALPHA, serial: "ALPHA-01" };
  const response = await siteStub(ALPHA).fetch("https://site.test/ws/logger", {
    headers: {
      Upgrade: "websocket",
      "Sec-WebSocket-Protocol": "helioport.logger.v1",
      [STAMP_HEADER]: JSON.stringify(stamp),
    },
  });
  if (response.webSocket === null) throw new Error(`no socket, but ${response.status}`);
  const socket = new LoggerSocket(response.webSocket);
  await socket.ask(connectMessage({ serial: "ALPHA-01", systemType: "10001", equipment }));
  return socket;
}

type Row = DataOf<"/site/v2/equipment/getAllBySiteId">["list"][number];
const listAll = async (who = full) =>
  (await callAs(who, "/site/v2/equipment/getAllBySiteId", { siteId: ALPHA })).body
    .data as DataOf<"/site/v2/equipment/getAllBySiteId">;
const merged = async () =>
  (await callAs(full, "/site/v2/equipment/getMergeBySiteId", { siteId: ALPHA })).body
    .data as DataOf<"/site/v2/equipment/getMergeBySiteId">;
const rename = (who: string, alias: string, address = "003311", siteId = ALPHA) =>
  callAs(who, "/site/v2/equipment/updateAlias", { siteId, address, alias });
const extra = (who: string, call: "list" | "add" | "del", body: object = {}) =>
  callAs(who, `/site/v1/equipment/extra/${call}`, { siteId: ALPHA, ...body });
const nameOf = async (who = full) => (await listAll(who)).list[0]?.alias;

test("all fields of equipment come from the logger's description and its newest values", async () => {
  await logger.ask({
    cmd: 260,
    id: "batch",
    times: [AT],
    values: { "0033110112": [640], FFFF000131: [51.2] },
  });
  const { list } = await listAll();
  const expected: Partial<Row> = {
    address: "003311",
    equipmentType: "0033",
    equipmentNo: 17,
    equipmentId: "11",
    type: "inverter",
    deviceType: "inverterCharger",
    equipmentTypeName: "Inverter",
    equipmentTypeAllName: "Inverter 11",
    alias: "Inverter",
    module: "ALPHA-01",
    modelName: "RiiO",
    model: "RiiO 5000",
    firmware: "2.14",
    serialNumber: "INV-0001",
    softwareVersion: "2.14",
    hardwareVersion: "1.3",
    dspVersion: "5.02",
    lcdVersion: "1.1",
    mpptVersion: "0.9",
    online: true,
    lastConnectionTime: AT,
    startAddress: "0033110010",
    endAddress: "0033110140",
    registers: 3,
  };
  expect(list[0]).toMatchObject(expected);
  expect(
    list.map(({ address, deviceType, modelName }) => [address, deviceType, modelName]),
  ).toEqual([
    ["003311", "inverterCharger", "RiiO"],
    ["008B11", "lithiumModule", "Lithium module"],
    ["006B11", "wirelessLogger", "Kinergy I"],
  ]);
});

test("tabs, extra equipment and connections are in one answer", async () => {
  const added = await extra(full, "add", { typeCode: "800d", name: "Diesel" });
  const { id } = added.body.data as { id: number };
  const { tabs, plant, extra: others } = await merged();
  expect(tabs.map(({ key, name }) => [key, name])).toEqual([
    ["0033", "COMBI"],
    ["008B", null],
    ["006B", "Kinergy"],
  ]);
  expect(others).toMatchObject([{ id, typeCode: "800D", name: "Diesel", quantity: 1 }]);
  expect(plant.links).toEqual([
    { from: "grid", to: "003311", line: "ac" },
    { from: `extra:${id}`, to: "003311", line: "ac" },
    { from: "003311", to: "load", line: "ac" },
    { from: "008B11", to: "003311", line: "dc" },
    { from: "006B11", to: "003311", line: "data" },
    { from: "006B11", to: "008B11", line: "data" },
  ]);
  expect((await extra(full, "del", { id })).status).toBe(200);
  expect((await extra(full, "list")).body.data).toEqual({ list: [] });
});

test("a name given by a user stays after a reconnection, and an empty one restores the logger's", async () => {
  expect((await rename(full, "  Garage ")).status).toBe(200);
  expect(await nameOf()).toBe("Garage");
  await connect(TREE.map((piece) => ({ ...piece, alias: "Other" })));
  expect(await nameOf()).toBe("Garage");
  expect(await nameOf(monitor)).toBe("Garage");
  expect((await rename(full, "")).status).toBe(200);
  expect(await nameOf()).toBe("Other");
  const journal = await callAs(full, "/site/v2/message/page", { id: ALPHA, page: 1, size: 50 });
  const { rows } = journal.body.data as { rows: { what: string; details: object }[] };
  expect(rows.filter(({ what }) => what === "equipment.renamed")).toMatchObject([
    { details: { address: "003311", from: "Garage", to: "Other" } },
    { details: { address: "003311", device: "Inverter", from: "Inverter", to: "Garage" } },
  ]);
});

test("names are limited, and only equipment of the site has one", async () => {
  const faultOf = async (alias: string) => (await rename(full, alias)).body.data;
  expect(await faultOf("x".repeat(61))).toMatchObject({ fields: { alias: "tooLong" } });
  expect(await faultOf("two\nlines")).toEqual({ fields: { alias: "wrongValue" } });
  expect((await rename(full, "Garage", "003399")).status).toBe(404);
  expect((await rename(full, "Garage", "003311", FOREIGN)).status).toBe(404);
  expect((await rename(monitor, "Garage")).status).toBe(403);
  expect((await rename(demo, "Garage")).status).toBe(403);
  expect(await nameOf()).toBe("Inverter");
});

test("only the page of devices needs more than the chart of states", async () => {
  const merge = (who: string) =>
    callAs(who, "/site/v2/equipment/getMergeBySiteId", { siteId: ALPHA });
  expect((await merge(monitor)).status).toBe(403);
  expect((await merge(demo)).status).toBe(200);
  expect((await listAll(monitor)).list[0]?.serialNumber).toBe("INV-0001");
  const foreign = await callAs(full, "/site/v2/equipment/getAllBySiteId", { siteId: FOREIGN });
  expect(foreign.status).toBe(404);
});

test("viewers of a share link get no serial numbers", async () => {
  await callAs(full, "/site/v2/share/add", { siteId: ALPHA });
  const link = await callAs(full, "/site/v2/share/getBySiteId", { siteId: ALPHA });
  const { account } = link.body.data as { account: string };
  const entered = await callApi("/auth/v2/shareLogin", { tk: account });
  const { token } = entered.body.data as { token: string };
  const { body } = await callAs(token, "/site/v2/equipment/getAllBySiteId", {});
  expect((body.data as { list: Row[] }).list[0]).toMatchObject({
    alias: "Inverter",
    module: null,
    serialNumber: null,
  });
  expect(JSON.stringify(body)).not.toMatch(/INV-0001|ALPHA-01/);
});

test("an opened site has all fields of the active site, and a viewer of its link none of them", async () => {
  await logger.ask({
    cmd: 260,
    id: "values",
    times: [AT],
    values: { FFFF000131: [51.2] },
  });
  const open = async (token: string, input = {}) =>
    (await callAs(token, "/site/v2/getSiteById", input)).body
      .data as DataOf<"/site/v2/getSiteById">;
  const opened = await open(monitor, { id: ALPHA });
  expect(opened).toMatchObject({
    name: "Alpha roof",
    isNull: false,
    inverterNums: 1,
    batteryVoltageType: 48,
    bmsProvide: true,
    acinType: 1,
    modelVersion: "2.14",
    ckledSoftVersion: "1.1",
    websocketaddress: expect.stringMatching(/^wss?:.*\/ws\/site\/$/),
    websocketssladdress: expect.stringMatching(/^wss:/),
    dealerId: null,
  });
  expect(opened.equipment.map(({ address }) => address)).toEqual(["003311", "008B11", "006B11"]);
  expect(opened.products.map(({ id, count }) => [id, count])).toEqual([
    ["device:wirelessLogger", 1],
    ["device:inverterCharger", 1],
    ["device:lithiumModule", 1],
    ["logger:Kinergy I", 1],
    ["inverter:RiiO", 1],
  ]);
  await callAs(full, "/site/v2/share/add", { siteId: ALPHA });
  const link = await callAs(full, "/site/v2/share/getBySiteId", { siteId: ALPHA });
  const { account } = link.body.data as { account: string };
  const { token } = (await callApi("/auth/v2/shareLogin", { tk: account })).body.data as {
    token: string;
  };
  const seen = await open(token);
  expect(seen).toMatchObject({ name: "Alpha roof", equipment: [], products: [], tags: [] });
  expect([seen.commVersion, seen.inverterNums, seen.websocketaddress]).toEqual([null, null, null]);
});

test("the run times of generators at the input and at the output are their own", async () => {
  const generator = (address: string) => ({
    address,
    registers: [{ register: "0141", kind: "counter", access: "r", name: "Run time", unit: "s" }],
  });
  const counter = { register: "020C", kind: "counter", access: "r" };
  logger = await connect([
    ...["800D11", "800A11"].map(generator),
    { address: "FFFF00", registers: [counter] },
  ]);
  await logger.ask({
    cmd: 260,
    id: "hours",
    times: [AT],
    values: { FFFF00020C: [900], "800D110141": [600], "800A110141": [300] },
  });
  const { body } = await callAs(monitor, "/site/v2/chart/overallStats", { id: ALPHA });
  expect(body.data).toMatchObject({ genRunTime: 900, geniRunTime: 600, genoRunTime: 300 });
});

test("a site without a logger is empty", async () => {
  const { body } = await callAs(full, "/site/v2/getSiteById", { id: BETA });
  expect(body.data).toMatchObject({ isNull: true, batteryType: 65_535, equipment: [] });
});

test("extra equipment has limits, and its site alone deletes it", async () => {
  const faultsOf = async (body: object) =>
    ((await extra(full, "add", body)).body.data as { fields?: object }).fields;
  expect(await faultsOf({ typeCode: "FFFF", name: "" })).toEqual({
    typeCode: "wrongValue",
    name: "required",
  });
  expect(await faultsOf({ typeCode: "008B", name: "x".repeat(101) })).toEqual({ name: "tooLong" });
  expect(await faultsOf({ typeCode: "008B", name: "Bank", quantity: 0 })).toEqual({
    quantity: "tooSmall",
  });
  expect(await faultsOf({ typeCode: "008B", name: "Bank", installedOn: "2024-02-30" })).toEqual({
    installedOn: "wrongValue",
  });
  const piece = { typeCode: "008B", name: "Bank", installedOn: "", note: "" };
  const { id } = (await extra(full, "add", piece)).body.data as { id: number };
  expect((await extra(full, "del", { siteId: BETA, id })).status).toBe(200);
  expect((await extra(full, "list")).body.data).toMatchObject({
    list: [{ id, installedOn: null, note: null }],
  });
  for (let count = 1; count < MAX_EXTRA_EQUIPMENT; count += 1)
    expect((await extra(full, "add", piece)).status).toBe(200);
  const refused = await extra(full, "add", piece);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The site already has 100 pieces of extra equipment. Delete one first.",
  ]);
});

test("products have names in the requested language", async () => {
  const products = async (languageCode: string) =>
    (await callAs(full, "/site/v2/product/getAll", { languageCode })).body
      .data as DataOf<"/site/v2/product/getAll">;
  const { list } = await products("de");
  expect(list).toHaveLength(17 + 6 + 6);
  expect(list.find(({ id }) => id === "device:meter")?.name).toBe("Zähler");
  expect(list.find(({ id }) => id === "logger:Kinergy I")?.name).toBe("Kinergy I");
});
