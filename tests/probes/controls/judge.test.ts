import { expect, test } from "vitest";
import type { Diaries, DoorEntry } from "./diary.ts";
import { RULES, type Rule } from "./finding.ts";
import { judge } from "./judge.ts";
import { Scene } from "./scene.ts";

/** Every end that a control can come to, with a faultless object. */
function honest(): Diaries {
  const scene = new Scene();
  scene.ask("owner", 320, { id: "plain", address: "A", value: 7 });
  scene.send("plain");
  scene.pass(100);
  scene.execute("plain");
  scene.fromLogger({ cmd: 321, id: "plain", status: 200, result: "success", value: 7 });
  scene.end("plain", "success", 7);
  scene.ask("helper", 320, { id: "plain", address: "A", value: 7 });
  scene.ask("owner", 320, { id: "high", address: "A", value: 900 });

  scene.ask("owner", 324, { id: "asked", address: "B", value: 5.5 });
  scene.send("asked", 324);
  scene.ask("helper", 320, { id: "behind", address: "B", value: 3 });
  scene.pass(100);
  scene.execute("asked");
  scene.fromLogger({ cmd: 325, id: "asked", status: 200, result: "success" });
  scene.setKnown("asked", { state: "acknowledged" });
  scene.toLogger({ cmd: 336, id: "query", addresses: ["B"] });
  scene.pass(100);
  scene.fromLogger({ cmd: 337, id: "query", status: 200, values: { B: 5.54 } });
  scene.end("asked", "success", 5.54);
  scene.send("behind");
  scene.pass(100);
  scene.fromLogger({ cmd: 321, id: "behind", status: 200, result: "success", value: 4 });
  scene.end("behind", "configuration failed", 4);

  scene.ask("owner", 320, { id: "lost", address: "A", value: 8 });
  scene.send("lost");
  scene.loseLogger();
  scene.ask("helper", 320, { id: "waits", address: "B", value: 9 }, 5_000);
  scene.pass(5_000);
  scene.end("waits", "expired");
  scene.pass(10_000);
  scene.welcome("logger-2");
  scene.send("lost");
  scene.ask("owner", 320, { id: "next", address: "A", value: 1 }, 59_000);
  scene.pass(47_000);
  scene.end("lost", "unknown");
  scene.send("next");
  scene.pass(200);
  scene.fromLogger({ cmd: 321, id: "next", status: 500, result: "configuration failed", value: 8 });
  scene.end("next", "configuration failed", 8);
  return scene.done();
}

const rulesOf = (diaries: Diaries) => judge(diaries).findings.map(({ rule }) => rule);
const recordIn = (diaries: Diaries, id: string) => {
  const found = diaries.store.find(({ record }) => record.commandId === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};
/** In the store and on all pages. */
function rewrite(diaries: Diaries, id: string, change: object): void {
  for (const records of [
    diaries.store.map(({ record }) => record),
    ...diaries.pages.map((page) => page.records),
  ])
    Object.assign(records.find(({ commandId }) => commandId === id) ?? {}, change);
}
const placeOf = (diaries: Diaries, test: (entry: DoorEntry) => boolean) => {
  const place = diaries.door.findIndex(test);
  if (place === -1) throw new Error("nothing like it at the door");
  return place;
};
const isFrame = (kind: "in" | "out", cmd: number, id: string) => (entry: DoorEntry) =>
  entry.kind === kind && entry.frame.cmd === cmd && entry.frame.id === id;
const commandOf = (entry: DoorEntry) =>
  entry.kind === "in" ? (entry.frame.body as { commandId?: string } | undefined)?.commandId : null;
const remove = (diaries: Diaries, kind: "in" | "out", cmd: number, id: string) =>
  diaries.door.splice(placeOf(diaries, isFrame(kind, cmd, id)), 1);
const copy = (diaries: Diaries, kind: "in" | "out", cmd: number, id: string, change: object) => {
  const place = placeOf(diaries, isFrame(kind, cmd, id));
  const entry = diaries.door[place];
  if (entry !== undefined)
    diaries.door.splice(place + 1, 0, { ...structuredClone(entry), ...change });
};

const FALSIFIED: Record<Rule, (diaries: Diaries) => unknown> = {
  "executed twice": ({ device }) =>
    device.push(...device.filter((one) => one.kind === "executed" && one.id === "plain")),
  "executed after its end": ({ device }) => {
    for (const one of device) if (one.kind === "executed" && one.id === "plain") one.at += 60_001;
  },
  "executed and never sent": ({ device, holds }) => {
    device.push({ kind: "executed", at: 1_010_000, id: "waits", address: "B", value: 9, holds: 9 });
    holds.B = 9;
  },
  "sent twice although without repeat": (diaries) => copy(diaries, "out", 324, "asked", {}),
  "sent twice on one connection": (diaries) => copy(diaries, "out", 320, "behind", {}),
  "sent after its end": (diaries) => copy(diaries, "out", 320, "plain", { at: 1_060_000 }),
  "success without acknowledgement": (diaries) => remove(diaries, "in", 321, "plain"),
  "success without an equal read-back": (diaries) => {
    const entry = diaries.door[placeOf(diaries, isFrame("in", 321, "plain"))];
    if (entry?.kind === "in") entry.frame.value = 6;
  },
  "another result than the contract's": (diaries) =>
    rewrite(diaries, "behind", { result: "response timeout" }),
  "a result that changed": (diaries) => {
    const entry = diaries.door.find(
      (one) => one.kind === "out" && (one.frame.body as { result?: string })?.result === "unknown",
    );
    if (entry?.kind === "out")
      entry.frame.body = { ...(entry.frame.body as object), result: "success" };
  },
  "never ended": (diaries) => {
    recordIn(diaries, "lost").endedAt = null;
    rewrite(diaries, "lost", { state: "sent", result: undefined });
  },
  "ended late or early": (diaries) => {
    const held = recordIn(diaries, "waits");
    held.endedAt = (held.endedAt ?? 0) + 1_001;
  },
  "an unreported end": (diaries) => {
    const place = placeOf(
      diaries,
      (one) =>
        one.line === "helper" &&
        one.kind === "out" &&
        (one.frame.body as { result?: string }).result === "expired",
    );
    diaries.door.splice(place, 1);
  },
  "a lock not free": (diaries) => remove(diaries, "out", 320, "next"),
  "a lock not kept": (diaries) => {
    const [sent] = diaries.door.splice(placeOf(diaries, isFrame("out", 320, "next")), 1);
    const given = placeOf(diaries, (one) => one.kind === "in" && commandOf(one) === "next");
    const at = diaries.door[given]?.at ?? 0;
    if (sent !== undefined) diaries.door.splice(given + 1, 0, { ...sent, at });
  },
  "not sent again": (diaries) => {
    const place = placeOf(
      diaries,
      (one) => one.line === "logger-2" && isFrame("out", 320, "lost")(one),
    );
    diaries.door.splice(place, 1);
  },
  "an answer released to another request": ({ viewers }) => {
    for (const entry of viewers)
      if (entry.kind === "answered" && entry.wanted.includes("asked")) entry.ids = ["plain"];
  },
  "an answer missing, late or doubled": (diaries) => {
    const place = placeOf(diaries, (one) => one.kind === "out" && one.frame.cmd === 325);
    diaries.door.splice(place, 1);
  },
  "pages and store differ": ({ pages }) => {
    pages[0]?.records.pop();
  },
  "the device holds something else": ({ holds }) => {
    holds.A = 8;
  },
  "the object complained": () => {},
};

test("the judge finds nothing where all was as contracted", () => {
  expect(judge(honest()).findings).toEqual([]);
});

for (const rule of RULES.filter((one) => one !== "the object complained"))
  test(`the judge finds in falsified diaries: ${rule}`, () => {
    const diaries = honest();
    FALSIFIED[rule](diaries);
    expect(rulesOf(diaries)).toContain(rule);
  });

test("the judge finds an answer that another page received", () => {
  const diaries = honest();
  for (const entry of diaries.viewers)
    if (entry.kind === "answered" && entry.ids.includes("plain")) entry.viewer = "helper";
  expect(rulesOf(diaries)).toContain("an answer released to another request");
});

test("the judge finds a foreign id that was given its record", () => {
  const diaries = honest();
  for (const entry of diaries.door)
    if (entry.kind === "out" && entry.frame.cmd === 511) {
      entry.frame.cmd = 321;
      entry.frame.body = { status: 200, result: recordIn(diaries, "plain").record };
    }
  expect(rulesOf(diaries)).toContain("an answer released to another request");
});

test("the judge finds a value out of range that went to the device", () => {
  const diaries = honest();
  const { address, value, expires } = recordIn(diaries, "high").record;
  const frame = { cmd: 320, id: "high", address, value, expires };
  diaries.door.push({ kind: "out", at: expires - 1_000, line: "logger-2", frame });
  expect(rulesOf(diaries)).toContain("another result than the contract's");
});
