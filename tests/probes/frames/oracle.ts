import {
  all,
  bytesOf,
  type Fields,
  fieldOf,
  idOf,
  isFields,
  isHex,
  isLeftOut,
  openUnless,
  parse,
  textOf,
  type Verdict,
} from "./fields.ts";
import { ID_OPTIONAL, LOGGER_RULES, registersOf, UNDESCRIBED } from "./logger-rules.ts";

const MAX_BYTES = 1_048_576;
const EARLIEST = Date.UTC(2000, 0, 1);
const FUTURE_ALLOWED = 26 * 3_600_000;

/** What the portal may do with a frame, by the protocol page: any of what is named here. */
export type Allowed = {
  /** A 511 of status 400 with one of these ids. */
  refusedWith: readonly (string | null)[];
  /** A 511 of status 426 with one of these ids, and the end. */
  unsupportedWith: readonly (string | null)[];
  /** The command of the answer, with one of these ids (undefined: none). */
  answer: { cmd: number; ids: readonly (string | undefined)[] } | null;
  /** It may be taken without an answer. */
  silent: boolean;
  /** The socket may be closed at once with this code. */
  closes: number | null;
  /** The frame as read, where it may be taken. */
  taken: Fields | null;
};

export type LoggerFrame = string | ArrayBuffer;
type LoggerPosition = { connected: boolean; serial: string };

const NOTHING: Allowed = {
  refusedWith: [],
  unsupportedWith: [],
  answer: null,
  silent: false,
  closes: null,
  taken: null,
};

/** Judges a frame of a logger from the page alone; nothing of the portal's own code is asked. */
export function judgeLoggerFrame(frame: LoggerFrame, position: LoggerPosition): Allowed {
  if (typeof frame !== "string") return refused(null, readId(new TextDecoder().decode(frame)));
  if (bytesOf(frame) > MAX_BYTES) return { ...refused(null, readId(frame)), closes: 1009 };
  const given = parse(frame)?.json;
  if (!isFields(given)) return refused(null);
  const id = idOf(given);
  const cmd = fieldOf(given, "cmd");
  if (cmd === 256) return judgeHeartbeat(given, id);
  if (cmd === 258 && !position.connected && fieldOf(given, "protocol") !== 1)
    return judgeProtocol(fieldOf(given, "protocol"), id);
  if (position.connected === (cmd === 258) || typeof cmd !== "number") return refused(id);
  if (UNDESCRIBED.includes(cmd)) return { ...refused(id), silent: true };
  const rule = Object.hasOwn(LOGGER_RULES, cmd) ? LOGGER_RULES[cmd] : undefined;
  if (rule === undefined) return refused(id);
  const verdict = all(judgeId(given, cmd, id), rule(given, position.serial));
  return allow(verdict, given, cmd, id);
}

/** Where an id may be left out, one that is none may be overlooked or refused. */
function judgeId(given: Fields, cmd: number, id: string | null): Verdict {
  if (id !== null) return "yes";
  if (!ID_OPTIONAL.includes(cmd)) return "no";
  return openUnless(isLeftOut(fieldOf(given, "id")));
}

function allow(verdict: Verdict, given: Fields, cmd: number, id: string | null): Allowed {
  if (verdict === "no") return refused(id);
  const answer =
    cmd === 258 || cmd === 260 || cmd === 262 || cmd === 264
      ? { cmd: cmd + 1, ids: [id ?? undefined] }
      : null;
  const taken = { ...NOTHING, taken: given, answer, silent: answer === null };
  return verdict === "yes" ? taken : { ...taken, refusedWith: [id] };
}

function refused(...ids: (string | null)[]): Allowed {
  return { ...NOTHING, refusedWith: ids };
}

function readId(text: string): string | null {
  const given = parse(text)?.json;
  return isFields(given) ? idOf(given) : null;
}

/** An id that is none may be overlooked or refused. */
function judgeHeartbeat(given: Fields, id: string | null): Allowed {
  const answered = { ...NOTHING, taken: given, answer: { cmd: 257, ids: [id ?? undefined] } };
  return isLeftOut(fieldOf(given, "id")) || id !== null
    ? answered
    : { ...answered, refusedWith: [null] };
}

/** What is not even a number may be called malformed as well. */
function judgeProtocol(protocol: unknown, id: string | null): Allowed {
  if (isLeftOut(protocol)) return refused(id);
  return typeof protocol === "number"
    ? { ...NOTHING, unsupportedWith: [id] }
    : { ...NOTHING, unsupportedWith: [id], refusedWith: [id] };
}

/** Register addresses of a tree that was taken. */
export function addressesOf(given: Fields): Set<string> {
  const tree = fieldOf(given, "equipment");
  const pieces = Array.isArray(tree) ? tree.filter(isFields) : [];
  return new Set(
    pieces.flatMap((piece) =>
      registersOf(piece).map((one) =>
        `${textOf(fieldOf(piece, "address"))}${textOf(fieldOf(one, "register"))}`.toUpperCase(),
      ),
    ),
  );
}

type JudgedBatch = {
  stored: { address: string; at: number; value: number | string }[];
  /** Number of values not stored; several numbers if an address came in two spellings. */
  refused: readonly number[];
};

/** What a batch leaves in the store: only values of described registers, of instants from 2000 to 26 h ahead. */
export function judgeBatch(given: Fields, tree: ReadonlySet<string>, now: number): JudgedBatch {
  const times = instantsOf(given);
  const columns = Object.entries(fieldOf(given, "values") as Record<string, unknown[]>);
  const stored: JudgedBatch["stored"] = [];
  const lost = new Map<string, number>();
  let refused = 0;
  for (const [name, column] of columns) {
    const address = name.toUpperCase();
    if (!isHex(address, 10)) continue;
    times.forEach((at, index) => {
      const value = column[index];
      if (typeof value !== "number" && typeof value !== "string") return;
      if (tree.has(address) && at >= EARLIEST && at <= now + FUTURE_ALLOWED)
        stored.push({
          address,
          at: Number(at),
          value: typeof value === "string" ? value.toWellFormed() : value,
        });
      else {
        refused += 1;
        lost.set(`${address}@${at}`, 1);
      }
    });
  }
  return { stored, refused: [refused, lost.size] };
}

/** Exact, whatever start and step are. */
function instantsOf(given: Fields): bigint[] {
  const times = fieldOf(given, "times");
  if (Array.isArray(times)) return times.map((at) => BigInt(at));
  const [start, step, count] = ["start", "step", "count"].map((name) => fieldOf(given, name));
  const by = Number.isInteger(step) ? BigInt(step as number) : 0n;
  return Array.from(
    { length: Number(count) },
    (_, index) => BigInt(start as number) + BigInt(index) * by,
  );
}
