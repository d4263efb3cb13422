/** Levels of events and alarms, the most severe first. */
export const EVENT_LEVELS = ["fault", "warning", "info"] as const;
