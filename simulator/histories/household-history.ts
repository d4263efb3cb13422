import type { RegisterValue } from "#domain/registers/register.ts";
import { fromLocalTime } from "../local-time.ts";
import { RECORDED_DEVICES } from "../replay/recorded-devices.ts";
import { parseRecording } from "../replay/recording.ts";
import { type RecordedHistory, toHistory } from "./recorded-history.ts";

/**
 * Ten days of a house with all registers of its devices, at the recorded instants, 32 of which occur twice
 * (recordings/givenergy-household.md).
 */
export function readHousehold(text: string, timeZone = "Europe/London"): RecordedHistory {
  const { firstDay, rows } = parseRecording(text);
  const times = rows.map(({ day, msOfDay }) => {
    const at = fromLocalTime(firstDay + day, msOfDay, timeZone);
    if (at === null) throw new Error("a recorded instant does not exist in the time zone");
    return at;
  });
  const played = rows.map((row, index) => ({
    at: times[index] ?? 0,
    on: true,
    row,
    energy: row.energy,
    runningSeconds: ((times[index] ?? 0) - (times[0] ?? 0)) / 1_000,
  }));
  const devices = RECORDED_DEVICES.map(({ registers, ...device }) => ({
    ...device,
    registers: registers.map(({ described, read }) => ({
      described,
      values: played.map((row): RegisterValue => read(row)),
    })),
  }));
  return toHistory(timeZone, times, devices);
}
