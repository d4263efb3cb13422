import { z } from "zod";
import { findModule } from "#database/modules.ts";
import { takeBackTry } from "#database/shares.ts";
import { checkCode } from "#domain/loggers/check-code.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { Problem } from "#domain/problem.ts";
import { digest, equalDigests } from "#protocol/keys/digest.ts";
import type { Context, SignedIn } from "../context.ts";
import { demandFewTries, tryOf } from "../demand-few-tries.ts";

const QUARTER_MS = 15 * 60_000;
/** Wrong check codes: of one person, from one address (an office's people have one), and for one serial number. */
const LIMITS = {
  person: { most: 10, windowMs: QUARTER_MS },
  address: { most: 40, windowMs: QUARTER_MS },
  serial: { most: 10, windowMs: 24 * 3_600_000 },
};

/** As typed from the label, or read from it. What cannot be one gets the answer that a wrong one gets. */
const fromLabel = z.string().trim().toUpperCase().min(1, "required").max(64, "tooLong");
export const labelShape = {
  sn: fromLabel.describe("Serial number of the communication module"),
  checkCode: fromLabel.describe("The check code printed beside it"),
};
export type Label = z.output<z.ZodObject<typeof labelShape>>;

/** What is said of a module that is not there, not free, or not theirs who ask. */
export function wrongModule(): Problem {
  return new Problem("invalid", { message: "wrongSerial", fields: { sn: "wrongSerial" } });
}

/** No serial number is this long: what cannot be one is looked up all the same, and takes as long. */
const NO_SERIAL = "-".repeat(33);
const NO_HASH = digest("");

/**
 * The free module that a label names. Who has no check code learns nothing: a wrong one, an unknown serial number and a
 * module that has a site are answered alike, after the same work, and may be tried as seldom.
 * @throws Problem invalid, tooFast
 */
export async function demandModule(context: Context, { person, address }: SignedIn, label: Label) {
  const tries = {
    person: ["checkCode", "person", person.id],
    address: ["checkCode", "address", address],
    serial: ["checkCode", "serial", label.sn],
  } as const;
  for (const name of ["person", "address", "serial"] as const)
    await demandFewTries(context, tries[name], LIMITS[name]);
  const known = serialNumber.safeParse(label.sn);
  const code = checkCode.safeParse(label.checkCode);
  const module = await findModule(context.database, known.success ? known.data : NO_SERIAL);
  const isRight = equalDigests(
    digest(code.success ? code.data : label.checkCode),
    module?.checkHash ?? NO_HASH,
  );
  if (module === undefined || !isRight || module.siteId !== null) throw wrongModule();
  // What was right is no guess.
  for (const subject of Object.values(tries))
    await takeBackTry(context.database, tryOf(context.keys, subject));
  return module;
}
