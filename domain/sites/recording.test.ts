import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRecording, parseRecording } from "./recording.ts";

test("a recording is read from the register as it was written", () => {
  const day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const source = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,30}[A-Za-z]$/);
  fc.assert(
    fc.property(fc.option(day), source, (recorded, name) => {
      const recording = { day: recorded, source: name };
      expect(parseRecording(formatRecording(recording))).toEqual(recording);
    }),
  );
});

test("a site that measures its own values has no recording", () => {
  for (const value of [undefined, null, "", "  ", 0, 20250601])
    expect(parseRecording(value)).toBeNull();
});

test("a text without a valid date is a source", () => {
  expect(parseRecording("2025-99-01 house")).toEqual({ day: null, source: "2025-99-01 house" });
  expect(parseRecording("2025-06-01")).toEqual({ day: "2025-06-01", source: "" });
});
