import { HOUR_MS, MINUTE_MS, QUARTER_MS, SECOND_MS } from "#domain/units/durations.ts";

// Limits of the logger's socket. The viewer's socket has the same limits, except for the size of frames.

export const LOGGER_SUBPROTOCOL = "helioport.logger.v1";
export const LOGGER_PROTOCOL = 1;
export const MAX_LOGGER_FRAME_BYTES = 1_048_576;
export const MAX_VIEWER_FRAME_BYTES = 65_536;
/** Frames that a socket may send per second in the long run. */
export const FRAMES_PER_SECOND = 10;
/** Maximum number of frames at once. */
export const FRAMES_BURST = 50;
/** Maximum number of batches that a logger sends without waiting for their answers. */
export const MAX_UNANSWERED_BATCHES = 4;
/** Maximum number of instants in a batch. */
export const MAX_INSTANTS = 10_000;
/** Maximum number of register addresses in a query, and of commands in a batch. */
export const MAX_QUERY_ADDRESSES = 500;
/** Number of consecutive invalid frames after which a socket is closed. */
export const MAX_INVALID_FRAMES = 5;
/** Maximum number of counted requests of the portal whose answers do not spend the logger's frame budget. */
export const MAX_AWAITED_ANSWERS = 100;
/** A logger's socket without a `connect` is closed after this long, ms. */
export const CONNECT_WITHIN_MS = 30 * SECOND_MS;
/** Interval of a logger's heartbeats, ms. */
export const HEARTBEAT_EVERY_MS = MINUTE_MS;
/** Time within which a heartbeat must be answered, ms; otherwise the logger connects again. */
export const HEARTBEAT_ANSWER_MS = 20 * SECOND_MS;
/** Time within which a batch must be answered, ms; otherwise the logger connects again. */
export const BATCH_ANSWER_MS = 30 * SECOND_MS;
/** Samples and events before this instant are dropped, ms UTC. */
export const MIN_INSTANT = Date.UTC(2000, 0, 1);
/** Samples and events further ahead of the server's clock than this are dropped, ms. */
export const MAX_FUTURE_MS = 26 * HOUR_MS;
/**
 * An event older than the newest sample by more than this does not become a current event of its equipment, and if it
 * is cleared, it is no longer kept, ms. The alarm log has it nevertheless.
 */
export const HISTORY_AFTER_MS = QUARTER_MS;
/** Time for which the sampling rate of viewers is held after the last one has left, ms. */
export const RATE_HOLD_MS = 30 * SECOND_MS;
