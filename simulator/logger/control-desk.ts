import { DEVICE_STATUS } from "#domain/commands/command-record.ts";
import { checkSetting, equalWithin, type SettingCheck } from "#domain/registers/check-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { ConfiguredPlant } from "../plant/configured-plant.ts";
import type { Plant } from "../plant/plant.ts";
import type { CommandMemory, ControlOutcome } from "./command-memory.ts";
import { readOldValues, type UndoJournal } from "./undo-journal.ts";

type Item = { id: string; address: string; value: RegisterValue };
type Control = Item & { expires: number; revertAfter?: number | undefined };
type Batch = {
  id: string;
  items: readonly Item[];
  expires: number;
  atomic?: boolean | undefined;
  revertAfter?: number | undefined;
};
/** ms UTC by the server's clock, and ms by the wall clock. */
type Times = { server: number; wall: number };

/** Thrown when the power fails after a command was executed and before that was recorded. */
export class PowerCut extends Error {
  override readonly name = "PowerCut";
}

/** Executes controls on a plant, each id at most once, even across restarts. */
export class ControlDesk {
  readonly #plant: Plant;
  readonly #device: ConfiguredPlant;
  readonly #memory: CommandMemory;
  readonly #journal: UndoJournal;
  /** @throws {PowerCut} right after executing, for as long as this is set */
  diesWhileExecuting = false;
  executed = 0;

  /**
   * @param plant the equipment as the logger reads it
   * @param device the same equipment with its panel and manner
   */
  constructor(
    plant: Plant,
    device: ConfiguredPlant,
    parts: { memory: CommandMemory; journal: UndoJournal },
  ) {
    this.#plant = plant;
    this.#device = device;
    this.#memory = parts.memory;
    this.#journal = parts.journal;
  }

  handle(control: Control, times: Times): ControlOutcome {
    const { id, revertAfter, expires } = control;
    if (this.#memory.get(id) === undefined && times.server <= expires)
      this.#prepare(id, [control], { revertAfter, isAtomic: false, wall: times.wall });
    const outcome = this.#handleItem(control, { expires, server: times.server, nth: 1 });
    if (outcome.status !== DEVICE_STATUS.success) this.#journal.undo(id);
    return outcome;
  }

  /** @returns the outcomes of the items, in order */
  handleBatch(batch: Batch, { server, wall }: Times): ControlOutcome[] {
    const { id, items, expires, atomic = false, revertAfter } = batch;
    const isDue =
      server <= expires && items.every((item) => this.#memory.get(item.id) === undefined);
    if (atomic && server <= expires)
      return isDue
        ? this.#runAtomic(batch, { server, wall })
        : items.map(
            (item) => this.#memory.get(item.id)?.outcome ?? this.#fail(item, batch, server),
          );
    if (isDue) this.#prepare(id, items, { revertAfter, isAtomic: false, wall });
    const outcomes = items.map((item, place) =>
      this.#handleItem(item, { expires, server, nth: place + 1 }),
    );
    const isFailed = outcomes.every(({ status }) => status !== DEVICE_STATUS.success);
    if (isDue && isFailed) this.#journal.undo(id);
    return outcomes;
  }

  /**
   * Executes all items or none. Its old values are put back after a failure, and after a loss of power before it is
   * complete.
   */
  #runAtomic(batch: Batch, { server, wall }: Times): ControlOutcome[] {
    const { id, items, expires, revertAfter } = batch;
    for (const item of items) this.#memory.begin(item.id, expires, server);
    if (!items.every((item) => this.#isAllowed(item)))
      return items.map((item) => this.#fail(item, batch, server));
    this.#prepare(id, items, { revertAfter, isAtomic: true, wall });
    const outcomes: ControlOutcome[] = [];
    for (const [place, { address, value }] of items.entries()) {
      const outcome = this.#execute(address, value, place + 1);
      if (outcome.status !== DEVICE_STATUS.success) {
        this.#journal.undo(id);
        return items.map((item) => this.#fail(item, batch, server));
      }
      outcomes.push(outcome);
    }
    this.#journal.complete(id);
    for (const [place, outcome] of outcomes.entries())
      this.#memory.finish(items[place]?.id ?? "", outcome);
    return outcomes;
  }

  /** Notes an item of an atomic batch that is not executed. */
  #fail({ id, address, value }: Item, { expires }: Batch, server: number): ControlOutcome {
    if (this.#memory.get(id) === undefined) this.#memory.begin(id, expires, server);
    const isInRange = this.#check(address, value).ok;
    const outcome: ControlOutcome = {
      status: isInRange ? DEVICE_STATUS.failed : DEVICE_STATUS.parameterError,
      result: isInRange ? "configuration failed" : "parameter error",
      value: this.#plant.read(address),
    };
    this.#memory.finish(id, outcome);
    return outcome;
  }

  #prepare(
    frameId: string,
    items: readonly Item[],
    options: { revertAfter: number | undefined; isAtomic: boolean; wall: number },
  ): void {
    const { revertAfter, isAtomic, wall } = options;
    if (revertAfter === undefined && !isAtomic) return;
    const addresses = items.map(({ address }) => address);
    const undo = readOldValues(addresses, (address) => this.#plant.read(address));
    const due = revertAfter === undefined ? null : wall + revertAfter * SECOND_MS;
    this.#journal.open(frameId, undo, { isAtomic, due, wall });
  }

  #handleItem(
    { id, address, value }: Item,
    { expires, server, nth }: { expires: number; server: number; nth: number },
  ): ControlOutcome {
    const known = this.#memory.get(id);
    if (known !== undefined) return known.outcome ?? this.#conclude(id, address, value);
    if (server > expires)
      return {
        status: DEVICE_STATUS.timeout,
        result: "response timeout",
        value: this.#plant.read(address),
      };
    this.#memory.begin(id, expires, server);
    const outcome = this.#execute(address, value, nth);
    this.#memory.finish(id, outcome);
    return outcome;
  }

  #execute(address: string, value: RegisterValue, nth: number): ControlOutcome {
    const { manner } = this.#device;
    const check = this.#check(address, value);
    if (!check.ok)
      return {
        status: DEVICE_STATUS.parameterError,
        result: "parameter error",
        value: this.#plant.read(address),
      };
    if (manner.kind === "reboots" && nth === manner.item) throw new PowerCut();
    this.executed += 1;
    const isStopped = manner.kind === "stops" && nth >= manner.item;
    const isDone = !isStopped && this.#device.admits(address) && this.#plant.write(address, value);
    if (this.diesWhileExecuting) throw new PowerCut();
    // A command has no state to read back.
    const isCommand = this.#device.settingOf(address)?.oneShot === true;
    const readBack = isCommand && isDone ? value : this.#plant.read(address);
    return isDone
      ? { status: DEVICE_STATUS.success, result: "success", value: readBack }
      : { status: DEVICE_STATUS.failed, result: "configuration failed", value: readBack };
  }

  #isAllowed({ address, value }: Item): boolean {
    return this.#check(address, value).ok && this.#device.admits(address);
  }

  #check(address: string, value: RegisterValue): SettingCheck {
    return checkSetting(this.#plant.equipment, address, value, this.#device.site);
  }

  /**
   * Concludes a command that was begun before a restart and never finished: it is answered from the register as read,
   * and not executed again.
   */
  #conclude(id: string, address: string, value: RegisterValue): ControlOutcome {
    const readBack = this.#plant.read(address);
    const check = this.#check(address, value);
    const isDone = check.ok && equalWithin(check.precision, value, readBack);
    const outcome: ControlOutcome = isDone
      ? { status: DEVICE_STATUS.success, result: "success", value: readBack }
      : { status: DEVICE_STATUS.failed, result: "configuration failed", value: readBack };
    this.#memory.finish(id, outcome);
    return outcome;
  }
}
