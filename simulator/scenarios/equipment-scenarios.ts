import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { ActiveEvent } from "../plant/plant.ts";
import type { Act, Scenario, Stage } from "./scenario.ts";

/** Events of a storm, and for how long they are active and cleared in turn, ms. */
const STORM_EVENTS = 30;
const STORM_PHASE_MS = 10 * SECOND_MS;
/** Number of the first event of a storm, above those of the plant. */
const FIRST_EVENT_NO = 200;

/** Time for which equipment is normal before it is lost, so that the portal knows it, ms. */
const NORMAL_MS = MINUTE_MS;

/** The battery gives no samples, while the others continue. */
export const noData: Scenario = {
  name: "no-data",
  about: "after a minute one piece of equipment gives no samples",
  begin: (stage) => loseEquipment(stage, (address) => stage.alter({ silent: address })),
};

/** The logger reconnects and does not find the battery. */
export const missingEquipment: Scenario = {
  name: "missing-equipment",
  about: "after a minute the logger reconnects and does not find one piece of equipment",
  begin: (stage) =>
    loseEquipment(stage, (address) => {
      const restore = stage.alter({ missing: address });
      stage.behave({ verb: "drop" });
      return () => {
        restore();
        stage.behave({ verb: "drop" });
      };
    }),
};

/** Loses a piece of equipment a minute after the beginning; `lose` returns the function that restores it. */
function loseEquipment({ plant }: Stage, lose: (address: string) => () => void): Act | null {
  const piece = chooseEquipment(plant.equipment);
  if (piece === null) return null;
  let begunAt: number | null = null;
  let restore: (() => void) | null = null;
  return {
    tick: (wall) => {
      begunAt ??= wall;
      if (wall - begunAt >= NORMAL_MS) restore ??= lose(piece.address);
    },
    end: () => restore?.(),
  };
}

/** Thirty events are raised and cleared every 20 s, three times as many changes as the portal stores for long. */
export const eventStorm: Scenario = {
  name: "event-storm",
  about: "thirty events are raised and cleared every 20 s",
  begin: ({ plant, alter }) => {
    const address = plant.equipment.find((piece) => piece.address !== SITE_EQUIPMENT)?.address;
    if (address === undefined) return null;
    return { end: alter({ events: (at) => stormAt(address, at) }) };
  },
};

function stormAt(address: string, at: number): ActiveEvent[] {
  const phase = Math.floor(at / STORM_PHASE_MS);
  if (phase % 2 === 1) return [];
  return Array.from({ length: STORM_EVENTS }, (_, nth) => ({
    address,
    eventNo: FIRST_EVENT_NO + nth,
    level: nth % 2 === 0 ? "warning" : "info",
    code: `${FIRST_EVENT_NO + nth}`,
    message: `Loose contact ${nth + 1}`,
    at: phase * STORM_PHASE_MS,
  }));
}

/** Returns the first battery, or without one the last piece of equipment that is not the first inverter. */
function chooseEquipment(equipment: readonly Equipment[]): Equipment | null {
  const pieces = equipment.filter(({ address }) => address !== SITE_EQUIPMENT);
  const battery = pieces.find(({ address }) => equipmentTypeOf(address.slice(0, 4)) === "battery");
  return battery ?? pieces.slice(1).at(-1) ?? null;
}
