import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readEnphase } from "./enphase-history.ts";
import { readHousehold } from "./household-history.ts";
import { readDaylightSaving, readFrozen, readSerfEast, readSerfWest } from "./nrel-history.ts";
import type { RecordedHistory } from "./recorded-history.ts";
import { readSenec } from "./senec-history.ts";
import { readSma } from "./sma-history.ts";
import { readSungrow } from "./sungrow-history.ts";

/** The recordings in `simulator/recordings` by file name, each with its reader. */
export const HISTORIES = {
  "givenergy-household": readHousehold,
  "sma-tripower": readSma,
  "enphase-hourly": readEnphase,
  "senec-march": readSenec,
  "senec-september": readSenec,
  "senec-broken-lines": readSenec,
  "sungrow-day": readSungrow,
  "nrel-frozen": readFrozen,
  "nrel-serf-east": readSerfEast,
  "nrel-serf-west": readSerfWest,
  "nrel-daylight-saving": readDaylightSaving,
} as const satisfies Record<string, (text: string) => RecordedHistory>;
export type HistoryName = keyof typeof HISTORIES;

export function loadHistory<Name extends HistoryName>(
  name: Name,
): ReturnType<(typeof HISTORIES)[Name]> {
  const packed = readFileSync(new URL(`../recordings/${name}.csv.gz`, import.meta.url));
  const read = HISTORIES[name] as (text: string) => ReturnType<(typeof HISTORIES)[Name]>;
  return read(gunzipSync(packed).toString("utf8"));
}
