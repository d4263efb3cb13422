/** Command numbers of the sockets of loggers and viewers. An answer is its request plus one. */
export const COMMAND = {
  heartbeat: 256,
  heartbeatAnswer: 257,
  connect: 258,
  connectAnswer: 259,
  realDataUpdate: 260,
  realDataUpdateAnswer: 261,
  eventUpdate: 262,
  eventUpdateAnswer: 263,
  statusUpdate: 264,
  statusUpdateAnswer: 265,
  login: 272,
  loginAnswer: 273,
  realData: 288,
  realDataAnswer: 289,
  config: 304,
  configAnswer: 305,
  control: 320,
  controlAnswer: 321,
  batchControl: 322,
  batchControlAnswer: 323,
  controlOnce: 324,
  controlOnceAnswer: 325,
  confirm: 326,
  confirmAnswer: 327,
  query: 336,
  queryAnswer: 337,
  treeQuery: 338,
  treeQueryAnswer: 339,
  firmwareTransfer: 352,
  firmwareProgress: 353,
  firmwareUpdate: 354,
  firmwareUpdateAnswer: 355,
  synchronize: 368,
  synchronizeAnswer: 369,
  refusal: 511,
} as const;

/** Text of a heartbeat, constant so that the platform can answer it without waking the site's object. */
export const HEARTBEAT_TEXT = '{"cmd":256}';
/** Text of the answer to a heartbeat. */
export const HEARTBEAT_ANSWER_TEXT = '{"cmd":257}';

/** Close codes of the sockets of loggers and viewers. */
export const CLOSE = {
  /** A newer connection with the same serial number replaces this one. */
  takenOver: 4001,
  /** The module was unlinked, deleted or replaced. */
  unlinked: 4003,
  /** The client sent `MAX_INVALID_FRAMES` consecutive invalid frames. */
  invalidFrames: 4400,
  /** The viewer did not log in, or not in time. */
  notLoggedIn: 4401,
  /** The viewer's access ended. */
  rightEnded: 4403,
  /** The viewer stopped reading. */
  stoppedReading: 4408,
  /** The logger did not send `connect` in time. */
  notConnected: 4408,
  protocolUnsupported: 4426,
  tooFast: 4429,
} as const;
