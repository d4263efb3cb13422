import type { EquipmentEvent } from "#domain/alarms/event.ts";
import type { ActiveEvent } from "../plant/plant.ts";

/** Tracks active events and the changes that the portal has not confirmed. */
export class EventBook {
  readonly #active = new Map<string, ActiveEvent>();
  #unconfirmed: EquipmentEvent[] = [];
  #sent = 0;

  /** Compares the tracked events with the active ones. */
  update(active: readonly ActiveEvent[], at: number): void {
    const now = new Map(active.map((event) => [`${event.address}/${event.eventNo}`, event]));
    for (const [key, event] of now)
      if (!this.#active.has(key)) this.#unconfirmed.push({ ...event, state: "raised" });
    for (const [key, event] of this.#active)
      if (!now.has(key))
        this.#unconfirmed.push({ ...event, state: "cleared", at: Math.max(at, event.at) });
    this.#active.clear();
    for (const [key, event] of now) this.#active.set(key, event);
  }

  /** Lists all active events for a `connect`; their earlier raise needs no separate report. */
  listActive(): EquipmentEvent[] {
    this.#sent = 0;
    this.#unconfirmed = this.#unconfirmed.filter(
      ({ state, address, eventNo }) =>
        state === "cleared" || !this.#active.has(`${address}/${eventNo}`),
    );
    return [...this.#active.values()].map((event) => ({ ...event, state: "raised" }));
  }

  /** Returns the changes to send now; none while a confirmation is awaited. */
  takeUnconfirmed(): EquipmentEvent[] {
    if (this.#sent > 0) return [];
    this.#sent = this.#unconfirmed.length;
    return this.#unconfirmed.slice();
  }

  /** Handles a 263. */
  confirm(): void {
    this.#unconfirmed.splice(0, this.#sent);
    this.#sent = 0;
  }
}
