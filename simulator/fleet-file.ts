import { readFileSync } from "node:fs";
import { z } from "zod";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { plantProfile } from "./plant-profile.ts";

/** One site of the fleet: the credentials of its logger and the plant to simulate. */
export const fleetSite = z.object({
  serial: serialNumber,
  secret: z.string().min(1),
  name: z.string(),
  /**
   * `demo`: runs by default; `box`: runs by default, but has no site until a user claims it; `own`: reserved for the
   * user's own logger, never simulated; `spare`: on request; `recording`: by its serial number only.
   */
  group: z.enum(["demo", "box", "own", "spare", "recording"]),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Altitude in m above the sea. */
  altitude: z.number(),
  /** IANA name. */
  timeZone: z.string(),
  systemType: z.string(),
  systemCode: z.int(),
  /** Local days before the first connection that the logger has recorded; none by default. */
  pastDays: z.int().min(0).max(3_660).optional(),
  /** Plant to simulate; null for none. */
  profile: plantProfile.nullable(),
});
export type FleetSite = z.infer<typeof fleetSite>;

/** The fleet file, `.helioport/fleet.json`; unknown fields are ignored. */
export const fleetFile = z.object({ version: z.literal(1), sites: z.array(fleetSite) });
export type FleetFile = z.infer<typeof fleetFile>;

/** Thrown for invalid arguments or files; the message is for the user of the simulator. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads and checks a fleet file. @throws {UsageError} with one line that says what to do */
export function readFleetFile(path: string): FleetFile {
  const parsed = fleetFile.safeParse(parseJson(path, readText(path)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${path} is not a fleet file: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}. \`npm run reset\` and \`npm start\` make a new one.`,
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new UsageError(
        `There is no fleet file ${path} yet: start Helioport once (npm start) to create it.`,
      );
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(
      `${path} is damaged (not JSON). \`npm run reset\` and \`npm start\` make a new one.`,
    );
  }
}
