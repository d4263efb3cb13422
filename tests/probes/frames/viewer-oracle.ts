import {
  all,
  bytesOf,
  each,
  type Fields,
  fieldOf,
  isFields,
  isHex,
  isLeftOut,
  lengthOf,
  openUnless,
  parse,
  textOf,
  type Verdict,
  value,
  when,
  wholeNumber,
} from "./fields.ts";

const MAX_BYTES = 65_536;
const MAX_CHARACTERS = 64;
const BYTE_ORDER_MARK = "\ufeff";
const CONTROLS = [320, 322, 324];
const QUERIES = [288, 336, 338];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Of the versions that RFC 9562 names, or one of its two that have none. */
const NAMED_UUID =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|(0|f){8}-\2{4}-\2{4}-\2{4}-\2{12})$/i;

/** What the server may do with a viewer's frame, by the protocol page: any of what is named here. */
export type ViewerAllowed = {
  heartbeat: boolean;
  /** A 511 of status 400 with one of these tags. */
  refusedWith: readonly string[];
  /** A 511 of status 403 with this tag. */
  forbiddenWith: string | null;
  /** A 511 of status 429 with this tag. */
  tooMuchWith: string | null;
  answer: { cmd: number; tag: string } | null;
  silent: boolean;
  /** The commands that it gives, where it may be taken. */
  given: { commandId: string; address: string; value: unknown }[];
};

type ViewerPosition = {
  uuid: string;
  role: 1 | 2 | 3;
  /** Opens data that was sealed with the session's key; null where it was not. */
  open: (cmd: number, tag: string, data: string) => Promise<Uint8Array | null>;
  /** Whether another user sent a command of this id. */
  isForeign: (commandId: string) => boolean;
};

const NOTHING: ViewerAllowed = {
  heartbeat: false,
  refusedWith: [],
  forbiddenWith: null,
  tooMuchWith: null,
  answer: null,
  silent: false,
  given: [],
};

/** Judges a frame of a viewer who is logged in, from docs/viewer-protocol.md alone. */
export async function judgeViewerFrame(
  frame: string | ArrayBuffer,
  position: ViewerPosition,
): Promise<ViewerAllowed> {
  if (typeof frame !== "string") return refused("");
  const envelope = parse(frame)?.json;
  // Where no tag can be read the refusal carries the empty one.
  if (bytesOf(frame) > MAX_BYTES) return refused("", ...tagsAnywhere(frame, envelope));
  if (!isFields(envelope)) return refused("");
  const cmd = fieldOf(envelope, "cmd");
  const tag = fieldOf(envelope, "tag");
  // Any other spelling than the constant text may be taken for one or not.
  if (cmd === 256) return { ...refused(tagOf(envelope), ""), heartbeat: true };
  const opened = await openEnvelope(envelope, position);
  if (opened === null || typeof cmd !== "number" || typeof tag !== "string")
    return refused(tagOf(envelope), "");
  const { verdict, body } = opened;
  if (cmd === 261) {
    const isRight = all(verdict, when(tag === ""), when(isFields(body)));
    return isRight === "no"
      ? refused(tagOf(envelope))
      : { ...refusedUnless(isRight, tag), silent: true };
  }
  const asked = all(verdict, when(tag !== ""), judgeRequest(cmd, body));
  if (asked === "no") return refused(tagOf(envelope));
  return allowRequest(cmd, tag, body as Fields, asked, position);
}

function allowRequest(
  cmd: number,
  tag: string,
  body: Fields,
  asked: Verdict,
  { role, isForeign }: ViewerPosition,
): ViewerAllowed {
  const base = refusedUnless(asked, tag);
  if (CONTROLS.includes(cmd)) {
    if (role === 3) return { ...base, forbiddenWith: tag };
    const given = commandsOf(cmd, body);
    if (given.some(({ commandId }) => isForeign(commandId))) return { ...base, forbiddenWith: tag };
    return { ...base, answer: { cmd: cmd + 1, tag }, given, tooMuchWith: tag };
  }
  const tooMuchWith = QUERIES.includes(cmd) ? tag : null;
  return { ...base, answer: { cmd: cmd + 1, tag }, tooMuchWith };
}

function refused(...tags: string[]): ViewerAllowed {
  return { ...NOTHING, refusedWith: tags };
}

function refusedUnless(verdict: Verdict, tag: string): ViewerAllowed {
  return verdict === "yes" ? NOTHING : refused(tag);
}

function tagOf(envelope: Fields): string {
  const tag = fieldOf(envelope, "tag");
  return typeof tag === "string" && lengthOf(tag) <= MAX_CHARACTERS ? tag : "";
}

/** A frame that is too large is not read whole: whatever stands for its tag near an end may be taken for it. */
function tagsAnywhere(frame: string, envelope: unknown): string[] {
  const seen = [...frame.matchAll(/"tag"\s*:\s*"([^"\\]*)"/g)].map(([, tag = ""]) => tag);
  return isFields(envelope) ? [tagOf(envelope), ...seen] : seen;
}

/** The body, and whether the envelope is one; null where it cannot be opened. */
async function openEnvelope(envelope: Fields, { uuid, open }: ViewerPosition) {
  const [cmd, tag, data, key] = ["cmd", "tag", "data", "key"].map((name) =>
    fieldOf(envelope, name),
  );
  if (typeof cmd !== "number" || !Number.isInteger(cmd) || typeof data !== "string") return null;
  if (typeof tag !== "string" || lengthOf(tag) > MAX_CHARACTERS) return null;
  if (fieldOf(envelope, "uuid") !== uuid) return null;
  const plain = await open(cmd, tag, data);
  if (plain === null) return null;
  const text = decode(plain);
  const isMarked = text?.startsWith(BYTE_ORDER_MARK) ?? false;
  const body = text === null ? undefined : parse(isMarked ? text.slice(1) : text);
  // A key belongs to the login alone; a reader of JSON may overlook a byte order mark.
  const verdict = openUnless(isLeftOut(key) && !isMarked);
  return body === undefined ? null : { verdict, body: body.json };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function judgeRequest(cmd: number, body: unknown): Verdict {
  switch (cmd) {
    case 288:
    case 304:
    case 338:
      return Array.isArray(body) ? "open" : when(isFields(body));
    case 336:
      return isFields(body) ? addresses(fieldOf(body, "addresses")) : "no";
    case 320:
    case 324:
      return isFields(body) ? control(body) : "no";
    case 322:
      return isFields(body) ? batch(body) : "no";
    default:
      return "no";
  }
}

function addresses(given: unknown): Verdict {
  if (!Array.isArray(given) || given.length > 500) return "no";
  return each(given, (address) => when(isHex(address, 10)));
}

function control(body: Fields): Verdict {
  const [commandId, address, asked, expires] = ["commandId", "address", "value", "expires"].map(
    (name) => fieldOf(body, name),
  );
  return all(
    when(typeof commandId === "string" && UUID.test(commandId)),
    openUnless(typeof commandId === "string" && NAMED_UUID.test(commandId)),
    when(isHex(address, 10)),
    asked === null ? "open" : value(asked),
    openUnless(expires === undefined || wholeNumber(expires) === "yes"),
  );
}

function batch(body: Fields): Verdict {
  const items = fieldOf(body, "items");
  const expires = fieldOf(body, "expires");
  if (!Array.isArray(items) || items.length > 500) return "no";
  const ids = items.map((item) => (isFields(item) ? textOf(fieldOf(item, "commandId")) : ""));
  return all(
    openUnless(items.length > 0),
    each(items, (item) => (isFields(item) ? control(item) : "no")),
    openUnless(new Set(ids.map((id) => id.toLowerCase())).size === ids.length),
    openUnless(expires === undefined || wholeNumber(expires) === "yes"),
  );
}

function commandsOf(cmd: number, body: Fields): ViewerAllowed["given"] {
  const items = cmd === 322 ? (fieldOf(body, "items") as Fields[]) : [body];
  return items.map((item) => ({
    commandId: textOf(fieldOf(item, "commandId")).toLowerCase(),
    address: textOf(fieldOf(item, "address")).toUpperCase(),
    value: fieldOf(item, "value"),
  }));
}

/** How a login may end: welcomed, refused with one of these statuses and closed, or closed unanswered. */
type LoginAllowed = {
  heartbeat: boolean;
  welcomed: boolean;
  statuses: readonly number[];
  unanswered: boolean;
};

type LoginPosition = {
  uuid: string;
  ticket: string;
  isUsed: boolean;
  /** Opens with what the frame's own key gives; null where that or the data is none. */
  open: (key: string, tag: string, data: string) => Promise<Uint8Array | null>;
};

/** Judges the first frame of a socket that is not the constant heartbeat. */
export async function judgeLogin(
  frame: string | ArrayBuffer,
  { uuid, ticket, isUsed, open }: LoginPosition,
): Promise<LoginAllowed> {
  const closed = { heartbeat: false, welcomed: false, statuses: [], unanswered: true };
  if (typeof frame !== "string" || bytesOf(frame) > MAX_BYTES) return closed;
  const envelope = parse(frame)?.json;
  if (!isFields(envelope)) return closed;
  const [cmd, tag, data, key, given] = ["cmd", "tag", "data", "key", "uuid"].map((name) =>
    fieldOf(envelope, name),
  );
  if (cmd === 256) return { ...closed, heartbeat: true };
  if (cmd !== 272 || given !== uuid || typeof key !== "string" || typeof data !== "string")
    return closed;
  if (typeof tag !== "string") return closed;
  const plain = await open(key, tag, data);
  const text = plain === null ? null : decode(plain);
  const body = text === null ? undefined : parse(text)?.json;
  if (plain === null) return closed;
  const shown = isFields(body) ? fieldOf(body, "ticket") : undefined;
  if (tag === "" || lengthOf(tag) > MAX_CHARACTERS || typeof shown !== "string")
    return { ...closed, statuses: [400] };
  if (shown === ticket && !isUsed) return { ...closed, welcomed: true, unanswered: false };
  // A ticket longer than any that was given is malformed or wrong.
  return { ...closed, statuses: shown.length > 128 ? [400, 401] : [401], unanswered: false };
}
