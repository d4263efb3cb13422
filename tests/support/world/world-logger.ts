import { keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import type { Link, LinkEvents } from "#simulator/logger/link.ts";
import { PretendLogger } from "#simulator/logger/pretend-logger.ts";
import type { Plant } from "#simulator/plant/plant.ts";
import { SERIAL } from "../site-logger.ts";
import type { Actor } from "./happenings.ts";
import type { Caller, Line } from "./line.ts";
import type { World } from "./world.ts";

type WorldLoggerOptions = {
  serial?: string;
  /** ms between ticks; the simulator's own is 100. */
  tickMs?: number;
  /** ms by which its own clock differs from the world's. */
  clockOffMs?: number;
};

/** The simulator's logger in the virtual world, which moves it and carries its frames. */
export class WorldLogger<Equipment extends Plant = Plant> implements Actor {
  readonly plant: Equipment;
  readonly logger: PretendLogger;
  /** The connection it has, or the last one. */
  line: Line | null = null;
  /** Called with each frame of the portal before the logger receives it, and after. */
  onFrame: (content: unknown, isOver: boolean) => void = () => {};
  /** What it really sends, for devices that say less or otherwise. */
  rewrite: (text: string) => string = (text) => text;
  clockOffMs: number;
  readonly #world: World;
  readonly #tickMs: number;
  #nextAt: number;

  constructor(world: World, plant: Equipment, options: WorldLoggerOptions = {}) {
    const { serial = SERIAL, tickMs = 100, clockOffMs = 0 } = options;
    this.#world = world;
    this.#tickMs = tickMs;
    this.#nextAt = world.now();
    this.clockOffMs = clockOffMs;
    this.plant = plant;
    this.logger = new PretendLogger({
      identity: { serial, secret: "past the Worker", systemType: "10001", systemCode: 5 },
      plant,
      flash: keepInMemory(),
      clock: new FleetClock({ now: () => world.now() + this.clockOffMs }),
      dial: (_credentials, events) => this.#dial(serial, events),
      random: world.random,
    });
    world.join(this);
  }

  nextAt(): number {
    return this.#nextAt;
  }

  act(): void {
    this.#nextAt = this.#world.now() + this.#tickMs;
    this.logger.tick();
  }

  #dial(serial: string, events: LinkEvents): Link {
    let isPaused = false;
    const held: (() => void)[] = [];
    const receive = (act: () => void) => {
      if (isPaused) held.push(act);
      else act();
    };
    const caller: Caller = {
      kind: "logger",
      read: (text) => JSON.parse(text) as unknown,
      opened: () => events.opened(),
      frameArrived: (text, content) =>
        receive(() => {
          this.onFrame(content, false);
          events.received(text);
          this.onFrame(content, true);
        }),
      ended: (end) => events.ended(end),
    };
    const { siteId } = this.#world;
    const line = this.#world.dial(caller, { kind: "logger", siteId, serial } as { kind: string });
    this.line = line;
    return {
      send: (text) => line.send(this.rewrite(text)),
      close: () => line.close(),
      cut: () => line.cut(),
      pause: () => {
        isPaused = true;
      },
      resume: () => {
        isPaused = false;
        for (const act of held.splice(0)) act();
      },
    };
  }
}
