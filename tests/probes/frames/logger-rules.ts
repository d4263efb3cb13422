import {
  all,
  each,
  type Fields,
  fieldOf,
  isFields,
  isHex,
  isLeftOut,
  openUnless,
  optionalText,
  optionalTexts,
  textOf,
  type Verdict,
  value,
  when,
  wholeNumber,
} from "./fields.ts";

/** What each message of a logger must be, from docs/logger-protocol.md alone. */
export const LOGGER_RULES: Readonly<Record<number, (given: Fields, serial: string) => Verdict>> = {
  258: (given, serial) =>
    all(
      when(fieldOf(given, "protocol") === 1),
      when(fieldOf(given, "serial") === serial),
      systemType(fieldOf(given, "systemType")),
      optionalTexts(fieldOf(given, "versions")),
      tree(fieldOf(given, "equipment")),
      list(fieldOf(given, "events"), 4_000, event),
    ),
  260: batch,
  262: (given) => list(fieldOf(given, "events"), 4_000, event),
  264: (given) =>
    list(fieldOf(given, "statuses"), 4_000, (one) =>
      all(
        when(isHex(fieldOf(one, "address"), 6)),
        when(STATUSES.includes(textOf(fieldOf(one, "status")))),
        wholeNumber(fieldOf(one, "at")),
      ),
    ),
  289: readValues,
  305: (given) => wholeNumber(fieldOf(given, "status")),
  321: outcome,
  323: (given) => list(fieldOf(given, "items"), 500, (one) => all(when(hasId(one)), outcome(one))),
  325: outcome,
  337: readValues,
  339: (given) => tree(fieldOf(given, "equipment")),
  511: (given) =>
    all(
      isLeftOut(fieldOf(given, "status")) ? "open" : wholeNumber(fieldOf(given, "status")),
      // A refusal with too much to say is one all the same.
      openUnless(optionalText(fieldOf(given, "message")) === "yes"),
    ),
};

/** Commands that the table has and the page does not describe. */
export const UNDESCRIBED = [353, 355, 369];
/** These may come without an id. */
export const ID_OPTIONAL = [256, 339, 511];

const STATUSES =
  "off on charge assist bypass fault updated standby invert charging float,eq running,battery low,overload,manual start,normal,offline,idle,ready,discharge,running,not running,break off"
    .split(",")
    .flatMap((words, index) => (index === 0 ? words.split(" ") : [words]));
const KINDS = ["gauge", "counter", "enum", "setting", "text"];

function hasId(given: Fields): boolean {
  const id = fieldOf(given, "id");
  return typeof id === "string" && id !== "" && [...id].length <= 64;
}

/** The page bounds all texts, and says of this one no more than that it is required. */
function systemType(given: unknown): Verdict {
  if (typeof given !== "string") return "no";
  return given === "" ? "open" : optionalText(given);
}

/** For a number that the documentation does not specify the rest is open. */
function list(given: unknown, most: number, judge: (one: Fields) => Verdict): Verdict {
  if (!Array.isArray(given)) return "no";
  const items = each(given, (one) => (isFields(one) ? judge(one) : "no"));
  return all(items, openUnless(given.length <= most));
}

function event(one: Fields): Verdict {
  const number = fieldOf(one, "eventNo");
  return all(
    wholeNumber(number),
    openUnless(typeof number === "number" && number >= 0 && number < 2 ** 32),
    when(isHex(fieldOf(one, "address"), 6)),
    when(["fault", "warning", "info"].includes(fieldOf(one, "level") as string)),
    when(["raised", "cleared"].includes(fieldOf(one, "state") as string)),
    wholeNumber(fieldOf(one, "at")),
    optionalText(fieldOf(one, "code")),
    optionalText(fieldOf(one, "message")),
  );
}

function tree(given: unknown): Verdict {
  if (!Array.isArray(given) || given.length > 200) return "no";
  const pieces = each(given, (piece) => (isFields(piece) ? equipment(piece) : "no"));
  if (pieces === "no") return "no";
  const count = given.reduce<number>((sum, piece) => sum + registersOf(piece).length, 0);
  const addresses = given.map((piece) => textOf(fieldOf(piece as Fields, "address")).toUpperCase());
  return all(pieces, when(count <= 4_000), unlessTwice(addresses));
}

export function registersOf(piece: unknown): Fields[] {
  const given = isFields(piece) ? fieldOf(piece, "registers") : undefined;
  return Array.isArray(given) ? given.filter(isFields) : [];
}

function equipment(piece: Fields): Verdict {
  const registers = fieldOf(piece, "registers");
  const given = Array.isArray(registers) ? registers : [];
  const numbers = registersOf(piece).map((one) => textOf(fieldOf(one, "register")).toUpperCase());
  return all(
    when(isHex(fieldOf(piece, "address"), 6)),
    ...["model", "serial", "alias"].map((name) => optionalText(fieldOf(piece, name))),
    optionalTexts(fieldOf(piece, "versions")),
    openUnless(isLeftOut(registers) || Array.isArray(registers)),
    each(given, (one) => (isFields(one) ? register(one) : "no")),
    unlessTwice(numbers),
  );
}

const unlessTwice = (names: string[]) => openUnless(new Set(names).size === names.length);

function register(one: Fields): Verdict {
  return all(
    when(isHex(fieldOf(one, "register"), 4)),
    when(KINDS.includes(fieldOf(one, "kind") as string)),
    when(["r", "w", "rw"].includes(fieldOf(one, "access") as string)),
    optionalText(fieldOf(one, "name")),
    optionalText(fieldOf(one, "unit")),
    optionalTexts(fieldOf(one, "options")),
  );
}

function batch(given: Fields): Verdict {
  const columns = fieldOf(given, "values");
  if (!isFields(columns)) return "no";
  const names = Object.keys(columns);
  const raised = new Set(names.map((name) => name.toUpperCase()));
  if (raised.size > 4_000) return "no";
  const length = lengthOfBatch(given);
  const shape = each(Object.entries(columns), ([name, column]) =>
    isHex(name, 10) && Array.isArray(column)
      ? all(when(length === null || column.length === length), each(column, value))
      : "no",
  );
  return all(instants(given), shape, openUnless(names.length <= 4_000));
}

/** Number of instants of a batch; null if it cannot be determined. */
function lengthOfBatch(given: Fields): number | null {
  const times = fieldOf(given, "times");
  if (Array.isArray(times)) return times.length;
  const count = fieldOf(given, "count");
  return isLeftOut(times) && typeof count === "number" ? count : null;
}

function instants(given: Fields): Verdict {
  const [times, start, step, count] = ["times", "start", "step", "count"].map((name) =>
    fieldOf(given, name),
  );
  if (!isLeftOut(times)) {
    if (!Array.isArray(times) || times.length > 10_000) return "no";
    const whole = each(times, wholeNumber);
    if (whole === "no") return "no";
    const ascending = times.every((at, index) => index === 0 || at > times[index - 1]);
    return all(whole, when(ascending), openUnless([start, step, count].every(isLeftOut)));
  }
  const many = typeof count === "number" ? count : 0;
  if (many > 10_000 || many < 0) return "no";
  const even = all(wholeNumber(start), wholeNumber(count));
  if (many > 1) return all(even, wholeNumber(step), when(typeof step === "number" && step > 0));
  return all(
    even,
    openUnless(isLeftOut(step) || (Number.isSafeInteger(step) && Number(step) >= 0)),
  );
}

function outcome(given: Fields): Verdict {
  const reported = fieldOf(given, "value");
  return all(
    when([200, 400, 408, 500].includes(fieldOf(given, "status") as number)),
    isLeftOut(reported) || value(reported) === "yes" ? "yes" : "open",
    optionalResult(fieldOf(given, "result")),
  );
}

const optionalResult = (given: unknown) => openUnless(optionalText(given) === "yes");

function readValues(given: Fields): Verdict {
  const values = fieldOf(given, "values");
  const status = wholeNumber(fieldOf(given, "status"));
  if (isLeftOut(values)) return status;
  if (!isFields(values)) return "no";
  const entries = Object.entries(values);
  return all(
    status,
    // That name means something to the language: left out or refused, both will do.
    openUnless(!Object.hasOwn(values, "__proto__")),
    each(entries, ([name, one]) =>
      name === "__proto__" ? "open" : all(when(isHex(name, 10)), value(one)),
    ),
    entries.length > 4_000 ? "open" : "yes",
  );
}
