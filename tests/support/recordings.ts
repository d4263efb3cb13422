import { gunzipSync } from "node:zlib";
import { readEnphase } from "#simulator/histories/enphase-history.ts";
import { readHousehold } from "#simulator/histories/household-history.ts";
import { readFrozen } from "#simulator/histories/nrel-history.ts";
import { readSma } from "#simulator/histories/sma-history.ts";
import enphase from "../../simulator/recordings/enphase-hourly.csv.gz?url&inline";
import household from "../../simulator/recordings/givenergy-household.csv.gz?url&inline";
import frozen from "../../simulator/recordings/nrel-frozen.csv.gz?url&inline";
import sma from "../../simulator/recordings/sma-tripower.csv.gz?url&inline";

/** The recordings as histories of loggers, where there are no files: inside of workerd. */
export const householdHistory = () => readHousehold(unpack(household));
export const smaHistory = () => readSma(unpack(sma));
export const enphaseHistory = () => readEnphase(unpack(enphase));
export const frozenHistory = () => readFrozen(unpack(frozen));

function unpack(url: string): string {
  const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  return gunzipSync(bytes).toString("utf8");
}
