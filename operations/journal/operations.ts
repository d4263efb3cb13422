import { exportMessages, readMessages } from "./messages.ts";

/** Operations on the journals of sites. */
export const journalOperations = [readMessages, exportMessages] as const;
