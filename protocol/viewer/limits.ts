/** After this many 260 the viewer answers one 261, which clears as many. */
export const ACKNOWLEDGE_EVERY = 16;
/** With this many unanswered pushes, only the newest value of each address is sent. */
export const MAX_UNACKNOWLEDGED = 64;
/** This long after that the socket is closed, ms. */
export const STOPPED_READING_MS = 30_000;
export const LOGIN_WITHIN_MS = 10_000;
export const VIEWER_HEARTBEAT_MS = 20_000;
export const VIEWER_HEARTBEAT_ANSWER_MS = 20_000;
/**
 * A viewer that sent nothing for this long has left although its socket is open, ms: background pages may run one timer
 * a minute.
 */
export const VIEWER_SILENCE_MS = 90_000;
export const RECONNECT_AFTER_MS = 10_000;
export const QUERY_TIMEOUT_MS = 20_000;
