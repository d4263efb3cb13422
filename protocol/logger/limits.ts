/** Limits of the logger's socket; those of the viewer's socket differ in the frame size only. */
export const LOGGER_SUBPROTOCOL = "helioport.logger.v1";
export const LOGGER_PROTOCOL = 1;
export const MAX_LOGGER_FRAME_BYTES = 1_048_576;
export const MAX_VIEWER_FRAME_BYTES = 65_536;
export const FRAMES_PER_SECOND = 10;
export const FRAMES_BURST = 50;
export const MAX_UNANSWERED_BATCHES = 4;
export const MAX_INSTANTS = 10_000;
export const MAX_QUERY_ADDRESSES = 500;
export const MAX_INVALID_FRAMES = 5;
/** Maximum number of counted requests of the portal whose answers do not spend the logger's frame budget. */
export const MAX_AWAITED_ANSWERS = 100;
/** A logger's socket without a `connect` is closed after this long, ms. */
export const CONNECT_WITHIN_MS = 30_000;
export const HEARTBEAT_EVERY_MS = 60_000;
export const HEARTBEAT_ANSWER_MS = 20_000;
export const BATCH_ANSWER_MS = 30_000;
/** Earlier instants are dropped, ms UTC. */
export const EARLIEST_INSTANT = Date.UTC(2000, 0, 1);
/** Instants further ahead of the server than this are dropped, ms. */
export const FUTURE_ALLOWED_MS = 26 * 3_600_000;
/** An event older than the newest sample by more than this is history and raises no alarm, ms. */
export const HISTORY_AFTER_MS = 15 * 60_000;
/** How long the sampling rate of viewers is held after the last of them left, ms. */
export const RATE_HOLD_MS = 30_000;
