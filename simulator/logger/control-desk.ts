import { DEVICE_STATUS } from "#domain/commands/command-record.ts";
import { checkSetting, equalWithin } from "#domain/registers/check-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Plant } from "../plant/plant.ts";
import type { CommandMemory, ControlOutcome } from "./command-memory.ts";

type Control = { id: string; address: string; value: RegisterValue; expires: number };

/** Thrown when the power fails after a command was executed and before that was recorded. */
export class PowerCut extends Error {
  override readonly name = "PowerCut";
}

/** Executes controls on a plant, each id at most once, even across restarts. */
export class ControlDesk {
  readonly #plant: Plant;
  readonly #memory: CommandMemory;
  /** @throws {PowerCut} right after executing, for as long as this is set */
  diesWhileExecuting = false;
  executed = 0;

  constructor(plant: Plant, memory: CommandMemory) {
    this.#plant = plant;
    this.#memory = memory;
  }

  /** @param now server time, ms UTC */
  handle({ id, address, value, expires }: Control, now: number): ControlOutcome {
    const known = this.#memory.get(id);
    if (known !== undefined) return known.outcome ?? this.#conclude(id, address, value);
    if (now > expires)
      return {
        status: DEVICE_STATUS.timeout,
        result: "response timeout",
        value: this.#plant.read(address),
      };
    this.#memory.begin(id, expires, now);
    const outcome = this.#execute(address, value);
    this.#memory.finish(id, outcome);
    return outcome;
  }

  #execute(address: string, value: RegisterValue): ControlOutcome {
    const check = checkSetting(this.#plant.equipment, address, value);
    if (!check.ok)
      return {
        status: DEVICE_STATUS.parameterError,
        result: "parameter error",
        value: this.#plant.read(address),
      };
    this.executed += 1;
    const isDone = this.#plant.write(address, value);
    if (this.diesWhileExecuting) throw new PowerCut();
    const readBack = this.#plant.read(address);
    return isDone
      ? { status: DEVICE_STATUS.success, result: "success", value: readBack }
      : { status: DEVICE_STATUS.failed, result: "configuration failed", value: readBack };
  }

  /**
   * Concludes a command that was begun before a restart and never finished: it is answered from the register as read,
   * and not executed again.
   */
  #conclude(id: string, address: string, value: RegisterValue): ControlOutcome {
    const readBack = this.#plant.read(address);
    const check = checkSetting(this.#plant.equipment, address, value);
    const isDone = check.ok && equalWithin(check.precision, value, readBack);
    const outcome: ControlOutcome = isDone
      ? { status: DEVICE_STATUS.success, result: "success", value: readBack }
      : { status: DEVICE_STATUS.failed, result: "configuration failed", value: readBack };
    this.#memory.finish(id, outcome);
    return outcome;
  }
}
