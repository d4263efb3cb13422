import { expect, test } from "vitest";
import { wordsOf } from "./words-of.ts";

test.each([
  ["acInputVoltage", "Ac input voltage"],
  ["ac_input_voltage", "Ac input voltage"],
  ["BMSState", "BMS state"],
  ["mppt2Power", "Mppt2 power"],
  ["Battery voltage", "Battery voltage"],
  ["50 Hz", "50 Hz"],
  ["feed-in to the Grid", "Feed-in to the Grid"],
  ["  x ", "X"],
  ["", ""],
])("%j is shown as %j", (name, words) => {
  expect(wordsOf(name)).toBe(words);
});
