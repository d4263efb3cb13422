import { DAY_MS } from "#domain/units/durations.ts";
import type { FleetSite } from "../fleet-file.ts";
import type { Flash } from "../logger/flash.ts";
import type { PastToSend } from "../logger/telemetry.ts";
import { makePlant } from "../make-plant.ts";
import type { PlantProfile } from "../plant-profile.ts";
import { hashNumbers, hashText } from "../random.ts";
import type { PastNotes } from "./past-notes.ts";
import { PlantPast, pastSpan } from "./plant-past.ts";

/** Standing events begin within this time before the present. */
const STANDING_MS = 2 * DAY_MS;

type PastSite = Omit<FleetSite, "profile"> & { profile: PlantProfile };

/**
 * Returns the past that a logger still has to send; null if there is none. On the first call it sets the plant's state
 * to the end of that past, so it must run before the plant is created. A logger that has run before gets no past,
 * because its counters would not fit.
 */
export function openPast(
  site: PastSite,
  seed: number,
  now: number,
  { flash, notes }: { flash: Flash; notes: PastNotes },
): PastToSend | null {
  if (!site.pastDays) return null;
  const { commands, plant } = flash.read();
  const hasLived = plant !== null && plant !== undefined;
  const known = notes.read();
  if (known === null && hasLived) return null;
  if (known?.left === 0 && hasLived) return null;
  const span =
    known === null
      ? pastSpan(site.timeZone, now, site.pastDays)
      : { from: known.from, to: known.to };
  const recorded = new PlantPast({
    plantAt: (at) => makePlant(asOf(site, at, span.to), seed, at),
    isChain: site.profile.kind === "simulated",
    timeZone: site.timeZone,
    seed: hashNumbers(hashText(site.serial), seed),
    span,
  });
  if (!hasLived) flash.write({ commands, plant: recorded.end() });
  if (known === null) notes.write({ ...span, left: recorded.days });
  const mark = {
    left: Math.min(known?.left ?? recorded.days, recorded.days),
    keep: (left: number) => notes.write({ ...span, left }),
  };
  return { recorded, mark };
}

/** Returns the site without the standing events that began later. */
function asOf(site: PastSite, at: number, now: number): PastSite {
  const { profile } = site;
  if (profile.kind !== "simulated" || at >= now - STANDING_MS) return site;
  return { ...site, profile: { ...profile, standingEvents: [] } };
}
