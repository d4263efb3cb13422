import type { EquipmentEvent } from "#domain/alarms/event.ts";
import type { ActiveEvent } from "../plant/plant.ts";

/** Which events are active, and which changes the portal has not heard of yet. */
export class EventBook {
  readonly #active = new Map<string, ActiveEvent>();
  #unheard: EquipmentEvent[] = [];
  #sent = 0;

  /** Compares with what is active now. */
  update(active: readonly ActiveEvent[], at: number): void {
    const now = new Map(active.map((event) => [`${event.address}/${event.eventNo}`, event]));
    for (const [key, event] of now)
      if (!this.#active.has(key)) this.#unheard.push({ ...event, state: "raised" });
    for (const [key, event] of this.#active)
      if (!now.has(key))
        this.#unheard.push({ ...event, state: "cleared", at: Math.max(at, event.at) });
    this.#active.clear();
    for (const [key, event] of now) this.#active.set(key, event);
  }

  /** All active ones, as a `connect` lists them. What was raised and is still there needs no second telling. */
  listActive(): EquipmentEvent[] {
    this.#sent = 0;
    this.#unheard = this.#unheard.filter(
      ({ state, address, eventNo }) =>
        state === "cleared" || !this.#active.has(`${address}/${eventNo}`),
    );
    return [...this.#active.values()].map((event) => ({ ...event, state: "raised" }));
  }

  /** Changes to send now; empty while an answer is awaited. */
  takeUnheard(): EquipmentEvent[] {
    if (this.#sent > 0) return [];
    this.#sent = this.#unheard.length;
    return this.#unheard.slice();
  }

  /** A 263. */
  confirm(): void {
    this.#unheard.splice(0, this.#sent);
    this.#sent = 0;
  }
}
