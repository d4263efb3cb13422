import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { Behaviour } from "#simulator/logger/behaviour.ts";
import type { Chance } from "../../../support/seeded-chance.ts";
import type { Line } from "../../../support/world/line.ts";
import {
  HELPER,
  MONITOR,
  OWNER,
  type Person,
  SHARE,
} from "../../../support/world/viewer-stamps.ts";
import type { World } from "../../../support/world/world.ts";
import { WorldLogger } from "../../../support/world/world-logger.ts";
import { WorldPlant } from "../../../support/world/world-plant.ts";
import { WorldViewer } from "../../../support/world/world-viewer.ts";
import type { Observer } from "./observer.ts";

/** Everybody in one run: a site's logger, now and then another one of the same serial number, and one or two viewers. */
export class Cast {
  readonly logger: WorldLogger<WorldPlant>;
  readonly viewers: WorldViewer[];
  /** Another device that says it is the same logger. */
  rival: WorldLogger<WorldPlant> | null = null;
  /** The newest event update that the logger has sent. */
  #reportedEvents: string | null = null;
  /** One that is to be sent again on a later line than this. */
  #lateEvents: { text: string; line: Line | null } | null = null;
  readonly #world: World;
  readonly #chance: Chance;
  readonly #observer: Observer;
  #devices = 0;

  constructor(world: World, chance: Chance, observer: Observer, stray: () => void) {
    this.#world = world;
    this.#chance = chance;
    this.#observer = observer;
    this.logger = this.#makeLogger();
    const people: Person[] = [chance.oneOf([OWNER, HELPER, MONITOR])];
    if (chance.happens(0.6)) people.push(chance.oneOf([OWNER, HELPER, MONITOR, SHARE]));
    this.viewers = people.map((person) => {
      const viewer = new WorldViewer(world, { ...person });
      viewer.onStray = stray;
      return viewer;
    });
  }

  get loggers(): WorldLogger<WorldPlant>[] {
    return this.rival === null ? [this.logger] : [this.logger, this.rival];
  }

  bringRival(): void {
    this.rival ??= this.#makeLogger();
  }

  dismissRival(): void {
    if (this.rival === null) return;
    this.rival.logger.behave({ verb: "kill" });
    this.#world.leave(this.rival);
    this.rival = null;
  }

  /** The logger drops its line, has no events any more, and says on its next line once more what it said before. */
  sendOldEvents(): void {
    const { line, logger, plant } = this.logger;
    if (logger.state !== "online") return;
    if (this.#lateEvents !== null && this.#lateEvents.line !== line) {
      line?.send(this.#lateEvents.text);
      this.#lateEvents = null;
    } else if (this.#lateEvents === null && this.#reportedEvents !== null) {
      plant.active = [];
      this.#lateEvents = { text: this.#reportedEvents, line };
      this.behave({ verb: "drop" });
    }
  }

  behave(behaviour: Behaviour): void {
    this.logger.logger.behave(behaviour);
  }

  #makeLogger(): WorldLogger<WorldPlant> {
    const plant = new WorldPlant(this.#world);
    const logger = new WorldLogger(this.#world, plant);
    this.#watchExecution(logger);
    this.#beShortOfWords(logger);
    return logger;
  }

  /** The frame that the logger is processing identifies the command of a write. */
  #watchExecution(logger: WorldLogger<WorldPlant>): void {
    this.#devices += 1;
    const name = `device ${this.#devices}`;
    type Item = { id: string; address: string; value: unknown };
    let items: Item[] = [];
    logger.onFrame = (content, isOver) => {
      const frame = content as { cmd?: number; items?: Item[] } & Item;
      if (isOver) items = [];
      else if (frame.cmd === 320 || frame.cmd === 324) items = [frame];
      else items = frame.cmd === 322 ? [...(frame.items ?? [])] : [];
    };
    logger.plant.onWrite = ({ address, value }) => {
      const place = items.findIndex((item) => item.address === address && item.value === value);
      const [item] = place === -1 ? [] : items.splice(place, 1);
      if (item === undefined) throw new Error("a register was set without a request");
      this.#observer.noteExecution(item.id, name);
    };
  }

  /** Some devices do not say what a register holds after it was set: the portal has to ask. */
  #beShortOfWords(logger: WorldLogger<WorldPlant>): void {
    logger.rewrite = (text) => {
      const frame = JSON.parse(text) as { cmd: number; value?: unknown };
      if (frame.cmd === COMMAND.eventUpdate && logger === this.logger) this.#reportedEvents = text;
      if ((frame.cmd !== 321 && frame.cmd !== 325) || this.#chance.happens(0.7)) return text;
      const { value: _, ...rest } = frame;
      return JSON.stringify(rest);
    };
  }
}
