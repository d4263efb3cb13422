import type { Chance } from "../../support/seeded-chance.ts";
import { EQUIPMENT } from "../../support/site-logger.ts";
import { oddInstant } from "./oddities.ts";

/** Register addresses of the tree below, and some that are in none. */
const ADDRESSES = [
  "0033110107",
  "0033110047",
  "FFFF000100",
  "FFFF000110",
  "FFFF000120",
  "FFFF000134",
  "FFFF000170",
  "FFFF000400",
  "ffff000120",
  "FFFF00F000",
  "00AA110001",
];

export function makeConnect(chance: Chance, serial: string, id: string, now: number) {
  return {
    cmd: 258,
    id,
    protocol: 1,
    serial,
    systemType: "10001",
    systemCode: 5,
    clock: now,
    versions: { communication: "1.4", hardware: "B" },
    equipment: [...EQUIPMENT, makePiece(chance)],
    events: [makeEvent(chance, now)],
    backlog: null,
  };
}

/** A valid message of any command. */
export function makeMessage(chance: Chance, serial: string, id: string, now: number): object {
  return chance.oneOf([
    () => makeBatch(chance, id, now),
    () => makeBatch(chance, id, now),
    () => makeBatch(chance, id, now),
    () => makeBatch(chance, id, now),
    () => makeConnect(chance, serial, id, now),
    () => ({ cmd: 262, id, events: [makeEvent(chance, now), makeEvent(chance, now)] }),
    () => ({ cmd: 264, id, statuses: [makeStatus(chance, now)] }),
    () => ({ cmd: 256, id }),
    () => ({ cmd: 305, id, status: 200 }),
    () => ({ cmd: chance.oneOf([321, 325]), id, ...makeOutcome(chance) }),
    () => ({ cmd: 323, id, items: [{ id: "i", ...makeOutcome(chance) }] }),
    () => ({ cmd: chance.oneOf([289, 337]), id, status: 200, at: now, values: makeValues(chance) }),
    () => ({ cmd: 339, id, equipment: [...EQUIPMENT, makePiece(chance)] }),
    () => ({ cmd: 511, id, status: 501, message: "not supported" }),
  ])();
}

function makeBatch(chance: Chance, id: string, now: number): object {
  const count = chance.oneOf([0, 1, 1, 2, 3, 10]);
  const addresses = [...new Set(Array.from({ length: 3 }, () => chance.oneOf(ADDRESSES)))];
  const columns = addresses.map((address) => [
    address,
    Array.from({ length: count }, () => makeValue(chance)),
  ]);
  const batch = { cmd: 260, id, values: Object.fromEntries(columns) };
  const backlog = chance.oneOf([{}, {}, { backlog: true }, { backlog: "end" }]);
  if (chance.happens(0.5)) {
    return { ...batch, ...backlog, ...makeEvenInstants(chance, now, count), count };
  }
  const times = new Set(Array.from({ length: count }, () => oddInstant(chance, now)));
  while (times.size < count) times.add(now - chance.below(1_000_000));
  return { ...batch, ...backlog, times: [...times].sort((a, b) => a - b) };
}

const SAFE = 2 ** 53 - 1;

function makeEvenInstants(chance: Chance, now: number, count: number) {
  // From the earliest representable instant, so that a later instant hits a valid one.
  const stride = Math.max(1, count - 1);
  const aimed = { start: -SAFE, step: Math.min(SAFE, Math.floor((now + SAFE) / stride)) };
  const step = chance.oneOf([1, 1_000, 10_000, 86_400_000, 2 ** 40, SAFE]);
  return chance.happens(0.05) ? aimed : { start: oddInstant(chance, now), step };
}

function makeValue(chance: Chance): number | string | null {
  return chance.oneOf([
    () => chance.below(5_000),
    () => chance.below(1_000_000) / 1_000,
    () => -chance.below(100),
    () => null,
    () => chance.oneOf(["charge", "idle", "normal", "", "é", "😀", "\u0000", "__proto__"]),
  ])();
}

function makeValues(chance: Chance) {
  return Object.fromEntries([[chance.oneOf(ADDRESSES), makeValue(chance)]]);
}

function makeOutcome(chance: Chance) {
  return chance.oneOf([
    { status: 200, result: "success", value: 1 },
    { status: 400, result: "parameter error" },
    { status: 408 },
    { status: 500, result: "configuration failed", value: null },
  ]);
}

function makeEvent(chance: Chance, now: number) {
  return {
    eventNo: chance.below(40),
    address: chance.oneOf(["003311", "FFFF00", "00aa11"]),
    level: chance.oneOf(["fault", "warning", "info"]),
    code: "0007",
    state: chance.oneOf(["raised", "cleared"]),
    at: oddInstant(chance, now),
    message: chance.oneOf(["Over-temperature", "", "\u0000", "é"]),
  };
}

function makeStatus(chance: Chance, now: number) {
  const status = chance.oneOf(["invert", "charge", "eq running", "break off", "offline"]);
  return { address: chance.oneOf(["003311", "00AA11"]), status, at: oddInstant(chance, now) };
}

/** A piece that is sometimes there, so that trees differ. */
function makePiece(chance: Chance) {
  return {
    address: "00AA11",
    typeCode: "00AA",
    model: "X",
    alias: chance.oneOf(["Cellar", "Roof"]),
    versions: { software: "2" },
    registers: [
      { register: chance.oneOf(["0001", "0002"]), name: "power", kind: "gauge", access: "r" },
      { register: "0020", kind: "enum", access: "rw", options: { 0: "single", 1: "parallel" } },
      {
        register: "0146",
        kind: "counter",
        unit: "Wh",
        access: "r",
        rollover: 4_294_967_296,
        min: 0,
        max: 1e9,
        step: 1,
        precision: 0,
        whenOff: false,
      },
    ],
  };
}
