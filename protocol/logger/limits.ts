/** Limits of the logger's socket; the viewer's has the same but for its frame size. */
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
/** So many of its own requests the portal counts at most, whose answers cost the logger none of its frames. */
export const MAX_AWAITED_ANSWERS = 100;
/** A socket on which nobody said `connect` for so long is closed. */
export const CONNECT_WITHIN_MS = 30_000;
export const HEARTBEAT_EVERY_MS = 60_000;
export const HEARTBEAT_ANSWER_MS = 20_000;
export const BATCH_ANSWER_MS = 30_000;
/** Instants before 2000 are dropped … */
export const EARLIEST_INSTANT = Date.UTC(2000, 0, 1);
/** … and those further ahead of the server than this. */
export const FUTURE_ALLOWED_MS = 26 * 3_600_000;
/** What is older than the newest sample by more than this is history and raises no alarm. */
export const HISTORY_AFTER_MS = 15 * 60_000;
/** Back to idle sampling this long after the last viewer. */
export const RATE_HOLD_MS = 30_000;
