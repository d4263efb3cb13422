import { expect, test } from "vitest";
import { ALARM_SOURCES, type AlarmCause, END_REASONS } from "#domain/alarms/alarm-row.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { FAULT_CODES } from "#domain/alarms/fault-codes.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { ALARM_COLUMNS } from "#operations/context.ts";
import { alarmWords } from "./alarm-words.ts";

const limit = (more: object = {}): AlarmCause => ({
  kind: "limit",
  alarmType: "batteryVoltage",
  name: null,
  side: "high",
  ...more,
});
const describe = (cause: AlarmCause, language: (typeof LANGUAGES)[number] = "en") =>
  alarmWords(language).describe({ cause, deviceName: "Inverter", eventNo: 12 });

test.each<[string, AlarmCause, string]>([
  ["a limit of the specification", limit(), "Battery voltage is above the limit"],
  ["the low side", limit({ side: "low" }), "Battery voltage is below the limit"],
  ["a rule by a user's name", limit({ name: "My rule" }), "My rule is above the limit"],
  ["a register of the catalogue", limit({ name: "loadPower" }), "Load power is above the limit"],
  [
    "a register of a logger",
    limit({ name: "acInputPowerTotal" }),
    "Ac input power total is above the limit",
  ],
  ["a phase", limit({ name: "loadPower u" }), "Load power, phase U is above the limit"],
  [
    "a value",
    { kind: "value", name: "Charge state" },
    "Charge state has a value that raises an alarm",
  ],
  ["an event with a message", { kind: "event", code: "F7", message: "Hot" }, "Hot"],
  ["an event with a code", { kind: "event", code: "F7", message: null }, "F7"],
  [
    "an event with a code of the catalogue",
    { kind: "event", code: "bus-over-voltage", message: null },
    "Bus over-voltage",
  ],
  [
    "an event with such a code and a message",
    { kind: "event", code: "busOverVoltage", message: "DC link at 520 V" },
    "Bus over-voltage (DC link at 520 V)",
  ],
  [
    "an event whose message repeats its code",
    { kind: "event", code: "busOverVoltage", message: "BUS OVER-VOLTAGE" },
    "Bus over-voltage",
  ],
  ["an event with a number only", { kind: "event", code: null, message: "" }, "Event 12"],
  ["a condition", { kind: "platform", condition: "loggerOffline" }, "The data logger is offline"],
])("%s is described", (_what, cause, text) => {
  expect(describe(cause)).toBe(text);
});

test("every language has a text for everything that an alarm consists of", () => {
  const causes: AlarmCause[] = [
    limit(),
    limit({ side: "low", alarmType: "custom" }),
    { kind: "value", name: null },
    { kind: "event", code: null, message: null },
    ...(["noData", "loggerOffline", "clockWrong", "equipmentMissing"] as const).map(
      (condition): AlarmCause => ({ kind: "platform", condition }),
    ),
  ];
  for (const language of LANGUAGES) {
    const words = alarmWords(language);
    const texts = [
      ...causes.map((cause) => describe(cause, language)),
      ...ALARM_SOURCES.map(words.source),
      ...EVENT_LEVELS.map(words.level),
      ...END_REASONS.map(words.reason),
      ...ALARM_COLUMNS.map(words.column),
      words.yes,
    ];
    for (const text of texts) expect(text, language).not.toMatch(/^$|^\w+\.\w+$/);
  }
});

test("a message of a logger is one line, without controls of direction, and not too long", () => {
  const message = `a\r\nb\u202ec\u2066d\u0000${"x".repeat(500)}`;
  const text = describe({ kind: "event", code: null, message });
  expect(text).toMatch(/^a b c d x+$/);
  expect(text).toHaveLength(200);
});

test("a name cannot insert a text or markup of its own", () => {
  const name = "{{side}} $t(yes) <b>";
  expect(describe(limit({ name }))).toBe(`${name} is above the limit`);
});

test("a device without a name has that of its type, and the whole site none", () => {
  const device = (name: string) => alarmWords("de").device(name);
  expect(["inverter", "Solar charger", "Rack 3"].map(device)).toEqual([
    "Wechselrichter",
    "Solarladeregler",
    "Batterierack 3",
  ]);
  expect(["site", "other", ""].map(device)).toEqual(["", "", ""]);
  const own = ["Quattro 48/5000", "constructor", "toString 1", "a.b:c", "{{address}}"];
  expect(own.map(device)).toEqual(own);
});

test("every language has a text of its own for every code of the catalogue", () => {
  for (const language of LANGUAGES) {
    const texts = FAULT_CODES.map((code) =>
      describe({ kind: "event", code, message: null }, language),
    );
    expect(new Set(texts).size, language).toBe(FAULT_CODES.length);
    expect(
      texts.filter((text) => /^(code\.|[a-z]+[A-Z])/.test(text)),
      language,
    ).toEqual([]);
  }
});
