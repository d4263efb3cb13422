import { SECOND_MS } from "#domain/units/durations.ts";

/** Number of pushes (260) that one acknowledgement (261) of the viewer covers. */
export const ACKNOWLEDGE_EVERY = 16;
/** Maximum number of unacknowledged pushes; at this number values are held back, the newest of each address. */
export const MAX_UNACKNOWLEDGED = 64;
/** Time after which the socket is closed if values are held back and the viewer acknowledges none, ms. */
export const STOPPED_READING_MS = 30 * SECOND_MS;
/** Time within which a viewer must log in, ms. */
export const LOGIN_WITHIN_MS = 10 * SECOND_MS;
/** Interval of a viewer's heartbeats, ms. */
export const VIEWER_HEARTBEAT_MS = 20 * SECOND_MS;
/** Time within which a heartbeat must be answered, ms; otherwise the viewer connects again. */
export const VIEWER_HEARTBEAT_ANSWER_MS = 20 * SECOND_MS;
/** Maximum silence of a viewer on an open socket, ms: pages in the background may run one timer a minute. */
export const VIEWER_SILENCE_MS = 90 * SECOND_MS;
/** Delay before a viewer connects again, ms. */
export const RECONNECT_AFTER_MS = 10 * SECOND_MS;
/** Time within which a logger must answer a viewer's query, ms. */
export const QUERY_TIMEOUT_MS = 20 * SECOND_MS;
