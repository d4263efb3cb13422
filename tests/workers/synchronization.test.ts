import { beforeEach, expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import {
  connectLogger,
  type Frame,
  type LoggerSocket,
  sample,
  siteStub,
} from "../support/site-logger.ts";

const AUTHOR = { id: 7, name: "Olga Owner", session: "s", rightsVersion: 1, isAdvanced: true };
const SYNCHRONIZE = "0033111026";
const INVERTER = {
  typeCode: "0033",
  registers: [{ register: "1026", kind: "setting", access: "w", options: { 1: "run" } }],
};
const EQUIPMENT = [
  { address: "FFFF00", registers: [{ register: "0400", kind: "setting", access: "rw" }] },
  { ...INVERTER, address: "003311" },
  { ...INVERTER, address: "003312" },
];

let siteId = 96_500;
let clock: ReturnType<typeof freezeSiteClock>;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

/** Connects a logger whose inverters are off (0) or on (1). */
async function connect(features: string[], isOn = 0) {
  const logger = await connectLogger(siteId, { equipment: EQUIPMENT, features });
  await logger.ask(sample("values", clock.now(), { FFFF000400: isOn }));
  return logger;
}

async function submit() {
  const items = [{ address: SYNCHRONIZE, value: 1 }];
  return siteStub(siteId).submitChange({ changeId: crypto.randomUUID(), items }, AUTHOR);
}

async function newest() {
  const { changes } = await siteStub(siteId).readChanges({ page: 1, size: 1 });
  return changes[0];
}

/** Answers reads of the portal until it sends a write. */
async function nextWrite(logger: LoggerSocket): Promise<Frame> {
  for (;;) {
    const frame = await logger.next((one) => isWrite(one) || one.cmd === 336);
    if (isWrite(frame)) return frame;
    logger.send({ cmd: 337, id: frame.id, status: 200, values: {} });
  }
}

const isWrite = ({ cmd }: Frame) => [320, 324, 368].includes(cmd);

test("a synchronisation of parameters goes to the logger as 368, and its 369 is the result", async () => {
  const logger = await connect(["sync"]);
  expect(await submit()).toMatchObject({ ok: true });
  const frame = await nextWrite(logger);
  expect(frame).toMatchObject({ cmd: 368, from: "003311", to: ["003312"] });
  expect(frame.expires).toBeGreaterThan(clock.now());
  logger.send({ cmd: 369, id: frame.id, status: 200, result: "success" });
  await logger.settle();
  expect(await newest()).toMatchObject({
    result: "success",
    items: [{ address: SYNCHRONIZE, result: "success", held: null }],
  });
});

test.each([
  [409, "configuration failed"],
  [400, "parameter error"],
  [408, "response timeout"],
  [200, "configuration failed"],
])(
  "a failure with status %d is the result %s, and nothing is sent again",
  async (status, result) => {
    const logger = await connect(["sync"]);
    await submit();
    const frame = await nextWrite(logger);
    logger.send({ cmd: 369, id: frame.id, status, result: "failure" });
    logger.send({ cmd: 369, id: frame.id, status: 200, result: "success" });
    await logger.settle();
    expect(await newest()).toMatchObject({ result: "failed", items: [{ result }] });
    expect(logger.inbox.filter(isWrite)).toHaveLength(1);
  },
);

test("a logger without the feature gets the write of the register", async () => {
  const logger = await connect([]);
  await submit();
  expect(await nextWrite(logger)).toMatchObject({ address: SYNCHRONIZE, value: 1 });
  expect(logger.inbox.some(({ cmd }) => cmd === 368)).toBe(false);
});

test("a synchronisation is refused while the inverters are on, and nothing is sent", async () => {
  const logger = await connect(["sync"], 1);
  expect(await submit()).toMatchObject({ ok: false, refusals: [{ code: "invertersOn" }] });
  await logger.settle();
  expect(logger.inbox.filter(isWrite)).toEqual([]);
});

test("a logger of an unknown type that describes no such register is synchronised by its feature alone", async () => {
  const registers = [{ register: "1026", kind: "setting", access: "rw" }];
  const equipment = [
    EQUIPMENT[0],
    { address: "7E4401", registers },
    { address: "7E4402", registers },
    { address: "006D01", registers },
    { address: "006D02", registers },
  ];
  const logger = await connectLogger(siteId, { equipment, features: ["sync"] });
  await logger.ask(sample("values", clock.now(), { FFFF000400: 0 }));
  const found = (await siteStub(siteId).readSettings("s"))?.settings.filter(
    ({ name }) => name === "synchronizeParameters",
  );
  expect(found).toMatchObject([{ address: "7E4401FFFE" }, { address: "7E4402FFFE" }]);
  const items = [{ address: "7E4402FFFE", value: 1 }];
  const given = { changeId: crypto.randomUUID(), items };
  expect(await siteStub(siteId).submitChange(given, AUTHOR)).toMatchObject({ ok: true });
  expect(await nextWrite(logger)).toMatchObject({ cmd: 368, from: "7E4402", to: ["7E4401"] });
});
