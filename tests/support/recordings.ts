import { readEnphase } from "#simulator/histories/enphase-history.ts";
import { readHousehold } from "#simulator/histories/household-history.ts";
import { readFrozen } from "#simulator/histories/nrel-history.ts";
import { readSma } from "#simulator/histories/sma-history.ts";
import enphase from "../../simulator/recordings/enphase-hourly.csv.gz?url&inline";
import household from "../../simulator/recordings/givenergy-household.csv.gz?url&inline";
import frozen from "../../simulator/recordings/nrel-frozen.csv.gz?url&inline";
import sma from "../../simulator/recordings/sma-tripower.csv.gz?url&inline";
import { unpack } from "./feed-history.ts";

/** The recordings as histories of loggers, where there are no files: inside of workerd. */
export const householdHistory = () => readHousehold(unpack(household));
export const smaHistory = () => readSma(unpack(sma));
export const enphaseHistory = () => readEnphase(unpack(enphase));
export const frozenHistory = () => readFrozen(unpack(frozen));

/** Of each date that the Enphase file itself has the sum of a column. */
export function enphaseSumsByDate(name: string): number[] {
  const [head = "", ...lines] = unpack(enphase)
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/);
  const place = head.split(",").findIndex((cell) => cell.trim() === name);
  const sums = new Map<string, number>();
  for (const line of lines) {
    const cells = line.split(",");
    const date = cells[0]?.slice(0, 10) ?? "";
    sums.set(date, (sums.get(date) ?? 0) + Number(cells[place]));
  }
  return [...sums.values()];
}
