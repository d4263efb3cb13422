import { expect, test } from "vitest";
import { isModern, isSupported } from "./node-version.mjs";

test("Node 20 and newer may start Helioport, older ones may not", () => {
  expect(["20.0.0", "22.1.0", "26.10.0"].every(isSupported)).toBe(true);
  expect(["18.20.4", "19.9.0", "4.9.1"].some(isSupported)).toBe(false);
});

test("only a Node that strips types runs the project itself", () => {
  expect(["22.18.0", "24.0.0", "26.10.0"].every(isModern)).toBe(true);
  expect(["20.20.2", "22.17.1", "23.11.0"].some(isModern)).toBe(false);
});
