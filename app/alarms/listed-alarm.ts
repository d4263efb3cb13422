import type { ApiAnswer } from "../api/api-types.ts";

/** A row of the alarm log as the calls return it. */
export type ListedAlarm = ApiAnswer<"POST /site/v4/alarm/logger/page">["rows"][number];
