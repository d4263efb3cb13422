import type { CatalogueRegister, CatalogueRegisters } from "./catalogue-register.ts";
import {
  choice,
  inSection,
  power,
  range,
  repeat,
  soc,
  textSetting,
  timeOfDay,
  timer,
  toggle,
} from "./entries.ts";

/** Rows of a timetable of a device; the specification names none. */
export const TIME_ROWS = 8;
/** Registers from one row of a timetable to the next. */
export const TIME_ROW_STRIDE = 8;
/** First register of the first row. */
export const FIRST_TIME_OF_USE_ROW = 0x1910;
export const FIRST_TIME_CONTROL_ROW = 0x1a10;

/** Time-of-use tariffs (specification, section 3): start time, end time, price, symbol. */
export const TIME_OF_USE: CatalogueRegisters = inSection("time of use", "basic", {
  "1901": toggle("timeOfUse"),
  "1902": textSetting("priceSymbol"),
  ...repeat(FIRST_TIME_OF_USE_ROW, TIME_ROW_STRIDE, TIME_ROWS, [
    (n) => timeOfDay(`tariffStart ${n}`, 1_439, { group: `tariff ${n}` }),
    (n) => timeOfDay(`tariffEnd ${n}`, 1_440, { group: `tariff ${n}` }),
    (n) => range(`tariffPrice ${n}`, "", -100, 100_000, 0.0001, { group: `tariff ${n}` }),
  ]),
});

/** Time control (specification, section 3): start, end, reserved SOC, AC-in charge, off if SOC reached, day of week. */
export const TIME_CONTROL: CatalogueRegisters = inSection("time control", "basic", {
  "1A01": toggle("timeControl"),
  ...repeat(FIRST_TIME_CONTROL_ROW, TIME_ROW_STRIDE, TIME_ROWS, [
    (n) => timeOfDay(`periodStart ${n}`, 1_439, { group: `period ${n}` }),
    (n) => timeOfDay(`periodEnd ${n}`, 1_440, { group: `period ${n}` }),
    (n) => soc(`periodReservedSoc ${n}`, 5, 100, { group: `period ${n}` }),
    (n) => toggle(`periodAcCharge ${n}`, { group: `period ${n}` }),
    (n) => toggle(`periodOffAtSoc ${n}`, { group: `period ${n}` }),
    (n) => range(`periodDays ${n}`, "", 0, 127, 1, { group: `period ${n}`, format: "week" }),
  ]),
});

/** Settings of an auxiliary contact, on consecutive registers. */
export function relay(): ((n: number) => CatalogueRegister)[] {
  return [
    (n) =>
      choice(`contactFunction ${n}`, {
        0: "off",
        1: "on",
        2: "generator start",
        3: "battery low",
        4: "fault alarm",
        5: "load shedding",
        6: "solar surplus",
        7: "time control",
      }),
    (n) => toggle(`contactNormallyClosed ${n}`, { danger: "power" }),
    (n) => soc(`contactOnSoc ${n}`, 0, 100),
    (n) => soc(`contactOffSoc ${n}`, 0, 100),
    (n) => range(`contactOnVoltage ${n}`, "V", 9, 65, 0.1),
    (n) => range(`contactOffVoltage ${n}`, "V", 9, 65, 0.1),
    (n) => power(`contactOnPower ${n}`, 0, 100_000, 100),
    (n) => power(`contactOffPower ${n}`, 0, 100_000, 100),
    (n) => timer(`contactOnDelay ${n}`),
    (n) => timer(`contactOffDelay ${n}`),
    (n) => timer(`contactMinimumTime ${n}`),
  ];
}
