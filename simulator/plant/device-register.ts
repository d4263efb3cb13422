import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register, RegisterValue } from "#domain/registers/register.ts";
import type { PhaseReading, Reading } from "./reading.ts";

/** Sampled registers read a meter; held ones keep their last written value. */
export type DeviceRegister =
  | { described: Register; read: (reading: Reading) => RegisterValue }
  | { described: Register; initial: RegisterValue };

/** A piece of equipment: its description by the logger, and the sources of its values. */
export type Device = Omit<Equipment, "registers"> & { registers: DeviceRegister[] };

type Read<Value> = (reading: Reading) => Value;

/**
 * A sampled gauge.
 * @param name undefined for a register with a well-known name and unit
 * @param precision number of decimals
 */
export function gauge(
  register: string,
  name: string | undefined,
  unit: string | undefined,
  precision: number,
  read: Read<number | null>,
): DeviceRegister {
  return {
    described: {
      register,
      kind: "gauge",
      access: "r",
      ...(name === undefined ? {} : { name, precision }),
      ...(unit === undefined ? {} : { unit }),
    },
    read: (reading) => roundTo(precision, read(reading)),
  };
}

/** A gauge on each phase, on consecutive registers. */
export function phaseGauges(
  first: string,
  name: string | undefined,
  unit: string | undefined,
  precision: number,
  phases: number,
  read: (phase: PhaseReading, reading: Reading) => number,
): DeviceRegister[] {
  return PHASE_NAMES.slice(0, phases).map((phaseName, index) => {
    const register = (Number.parseInt(first, 16) + index)
      .toString(16)
      .toUpperCase()
      .padStart(4, "0");
    return gauge(
      register,
      name === undefined || phases === 1 ? name : `${name} ${phaseName}`,
      unit,
      precision,
      (reading) => {
        const phase = reading.phases[index];
        return phase === undefined ? null : read(phase, reading);
      },
    );
  });
}

const PHASE_NAMES = ["u", "v", "w"] as const;

/**
 * A sampled lifetime counter.
 * @param name undefined for a register with a well-known name and unit
 * @param precision number of decimals
 * @param rollover value at which the counter starts again at 0
 */
export function counter(
  register: string,
  name: string | undefined,
  unit: string | undefined,
  precision: number,
  read: Read<number>,
  rollover?: number,
): DeviceRegister {
  return {
    described: {
      register,
      kind: "counter",
      access: "r",
      ...(name === undefined ? {} : { name }),
      ...(unit === undefined ? {} : { unit }),
      ...(rollover === undefined ? {} : { rollover }),
    },
    read: (reading) => {
      const value = roundTo(precision, read(reading));
      return rollover === undefined || value === null ? value : value % rollover;
    },
  };
}

/** A sampled text. */
export function text(
  register: string,
  name: string | undefined,
  read: Read<string>,
): DeviceRegister {
  return {
    described: { register, kind: "text", access: "r", ...(name === undefined ? {} : { name }) },
    read,
  };
}

/** A sampled enum. */
export function state(
  register: string,
  name: string,
  options: Record<string, string>,
  read: Read<number>,
): DeviceRegister {
  return { described: { register, name, kind: "enum", access: "r", options }, read };
}

/** A numeric setting. */
export function setting(
  register: string,
  name: string,
  range: {
    unit?: string;
    min: number;
    max: number;
    step: number;
    precision?: number;
    whenOff?: true;
  },
  initial: number,
): DeviceRegister {
  return { described: { register, name, kind: "setting", access: "rw", ...range }, initial };
}

/** A setting with several options. */
export function choice(
  register: string,
  name: string,
  options: Record<string, string>,
  initial: number,
  more: { whenOff?: true } = {},
): DeviceRegister {
  return { described: { register, name, kind: "enum", access: "rw", options, ...more }, initial };
}

/** A constant nameplate register. */
export function fixed(
  described: Pick<Register, "register" | "name" | "kind" | "unit">,
  initial: RegisterValue,
): DeviceRegister {
  return { described: { access: "r", ...described }, initial };
}

/** A text setting. */
export function label(register: string, name: string, initial: string): DeviceRegister {
  return { described: { register, name, kind: "text", access: "rw" }, initial };
}

function roundTo(precision: number, value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  const factor = 10 ** precision;
  // Adding zero turns -0 into 0.
  return Math.round(value * factor) / factor + 0;
}
