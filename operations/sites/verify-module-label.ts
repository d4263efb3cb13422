import { z } from "zod";
import { consumeRateLimit, hasRecentAttempt, refundAttempt } from "#database/rate-limit.ts";
import { findModule } from "#database/sites/modules.ts";
import { checkCode } from "#domain/loggers/check-code.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { Problem } from "#domain/problem.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { isCheckCodeOf } from "#protocol/keys/check-hash.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { Context, SignedIn } from "../context.ts";
import { enforceRateLimit, rateLimitSubject } from "../enforce-rate-limit.ts";

const QUARTER_MS = 15 * MINUTE_MS;
/** Limits for wrong check codes: per user, per address (the users of an office share one), and per serial number. */
const LIMITS = {
  person: { max: 10, windowMs: QUARTER_MS },
  address: { max: 40, windowMs: QUARTER_MS },
  serial: { max: 10, windowMs: DAY_MS },
  /**
   * Per user and serial number: attempts reserved for the holder of the label if others have used up those of the
   * serial number.
   */
  own: { max: 3, windowMs: DAY_MS },
  /** Different serial numbers for which one user may enter wrong codes. */
  serials: { max: 20, windowMs: DAY_MS },
};

/** A value as typed or scanned from the label. An impossible one gets the answer of a wrong one. */
const fromLabel = z.string().trim().toUpperCase().min(1, "required").max(64, "tooLong");
export const labelShape = {
  sn: fromLabel.describe("Serial number of the communication module"),
  checkCode: fromLabel.describe("Check code printed beside the serial number"),
};
export type Label = z.output<z.ZodObject<typeof labelShape>>;

/** Returns the error for a module that is unknown or claimed, or whose check code is wrong. */
export function wrongModule(): Problem {
  return new Problem("invalid", { message: "wrongSerial", fields: { sn: "wrongSerial" } });
}

/**
 * Serial number that no module has, because it is too long. An impossible one is looked up as this one, so that it
 * takes the same time.
 */
const NO_SERIAL = "-".repeat(33);
const NO_HASH = digest("");

/**
 * Finds the unclaimed module of a label. A caller without the check code learns nothing: a wrong code, an unknown
 * serial number and a claimed module give the same answer after the same work, under the same limits.
 * @throws Problem invalid, tooFast
 */
export async function verifyModuleLabel(
  context: Context,
  { person, address }: SignedIn,
  label: Label,
) {
  const counted = await countLabel(context, { person: person.id, address, serial: label.sn });
  const known = serialNumber.safeParse(label.sn);
  const code = checkCode.safeParse(label.checkCode);
  const module = await findModule(context.database, known.success ? known.data : NO_SERIAL);
  const isRight = isCheckCodeOf(
    context.keys,
    module?.checkHash ?? NO_HASH,
    code.success ? code.data : label.checkCode,
  );
  if (module === undefined || !isRight || module.siteId !== null) throw wrongModule();
  // A correct code does not count as a guess.
  for (const subject of counted)
    await refundAttempt(context.database, rateLimitSubject(context.keys, subject));
  return module;
}

type Subject = readonly (string | number)[];

/**
 * Counts an attempt before the label is checked. Returns the counted subjects.
 * @throws Problem tooFast
 */
async function countLabel(
  context: Context,
  { person, address, serial }: { person: number; address: string; serial: string },
): Promise<Subject[]> {
  const { database, keys, now } = context;
  const own: Subject = ["checkCode", "own", serial, person];
  const counted: Subject[] = [];
  const count = async (subject: Subject, limit: keyof typeof LIMITS) => {
    await enforceRateLimit(context, subject, LIMITS[limit]);
    counted.push(subject);
  };
  await count(["checkCode", "person", person], "person");
  await count(["checkCode", "address", address], "address");
  if (
    !(await hasRecentAttempt(database, rateLimitSubject(keys, own), { ...LIMITS.own, now: now() }))
  )
    await count(["checkCode", "serials", person], "serials");
  // Guesses of others must not lock out the holder of the label.
  const ofAll: Subject = ["checkCode", "serial", serial];
  const full = await consumeRateLimit(
    database,
    rateLimitSubject(keys, ofAll),
    LIMITS.serial,
    now(),
  );
  if (full === null) counted.push(ofAll);
  await count(own, full === null ? "serial" : "own");
  return counted;
}
