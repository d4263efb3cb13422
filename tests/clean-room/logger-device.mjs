// Written from the public protocol pages alone, without reading the server.
// A make-believe installation behind the logger: a description of itself, plausible values, and settings.

const gauge = (register, name, unit) => ({ register, name, kind: "gauge", unit, access: "r" });
const counter = (register, name, unit) => ({ register, name, kind: "counter", unit, access: "r" });
const text = (register, name) => ({ register, name, kind: "text", access: "r" });

export const defaultEquipment = () => [
  {
    address: "FFFF00",
    typeCode: "FFFF",
    registers: [
      gauge("0100", "solarPower", "W"),
      gauge("0110", "gridPower", "W"),
      gauge("0118", "gridVoltage", "V"),
      gauge("011C", "gridFrequency", "Hz"),
      gauge("0120", "loadPower", "W"),
      gauge("0130", "batteryPower", "W"),
      gauge("0131", "batteryVoltage", "V"),
      gauge("0132", "batteryCurrent", "A"),
      gauge("0134", "stateOfCharge", "%"),
      text("0136", "batteryStatus"),
      gauge("0160", "losses", "W"),
      text("0170", "siteStatus"),
      text("0171", "powerSource"),
      counter("0200", "solarEnergy", "Wh"),
      counter("0201", "gridImport", "Wh"),
      counter("0203", "loadEnergy", "Wh"),
      {
        register: "0400",
        name: "invertersOn",
        kind: "setting",
        access: "rw",
        min: 0,
        max: 1,
        step: 1,
        precision: 0,
      },
      gauge("F000", "clock", "ms"),
    ],
  },
  {
    address: "003311",
    typeCode: "0033",
    model: "Example 5000",
    serial: "EX-5000-0001",
    alias: "Inverter",
    versions: { software: "1.0.0" },
    registers: [
      gauge("0107", "acInputVoltage", "V"),
      { ...counter("0146", "energy", "Wh"), rollover: 4294967296 },
      {
        register: "0047",
        name: "acInputLimit",
        kind: "setting",
        unit: "V",
        access: "rw",
        min: 50,
        max: 300,
        step: 1,
        precision: 0,
        whenOff: true,
      },
      {
        register: "0020",
        name: "topology",
        kind: "enum",
        access: "rw",
        options: { 0: "single", 1: "parallel" },
      },
    ],
  },
];

/** What the site's registers and those of the example inverter show at an instant. */
function plausible(at) {
  const hour = (at / 3_600_000) % 24;
  const wave = (period, phase = 0) => Math.sin((at / 1000 / period) * 2 * Math.PI + phase);
  const solar = Math.max(
    0,
    Math.round(4000 * Math.sin(((hour - 6) / 12) * Math.PI) + 60 * wave(37)),
  );
  const load = Math.round(900 + 250 * wave(611) + 80 * wave(23, 1));
  const losses = 45 + Math.round(5 * wave(71));
  const battery = Math.max(-1500, Math.min(1500, solar - load - losses));
  const sinceStart = (at - Date.UTC(2025, 0, 1)) / 3_600_000;
  return {
    FFFF000100: solar,
    FFFF000110: load + losses + battery - solar,
    FFFF000118: Number((230 + 2 * wave(97)).toFixed(1)),
    FFFF00011C: Number((50 + 0.02 * wave(53)).toFixed(2)),
    FFFF000120: load,
    FFFF000130: battery,
    FFFF000131: 52,
    FFFF000132: Number((battery / 52).toFixed(1)),
    FFFF000134: Math.round(60 + 25 * wave(86_400)),
    FFFF000136: battery > 0 ? "charge" : battery < 0 ? "discharge" : "idle",
    FFFF000160: losses,
    FFFF000170: "normal",
    FFFF000171: solar > load ? "solar" : "battery",
    FFFF000200: Math.floor(sinceStart * 1270),
    FFFF000201: Math.floor(sinceStart * 90),
    FFFF000203: Math.floor(sinceStart * 900),
    "0033110107": Number((229.5 + wave(41)).toFixed(1)),
    "0033110146": Math.floor(sinceStart * 950) % 4294967296,
  };
}

export class SimulatedDevice {
  /** `settings`: values kept from an earlier run; `clockError`: ms that the device's own clock is ahead. */
  constructor({ equipment = defaultEquipment(), settings = {}, clockError = 0 } = {}) {
    this.equipment = equipment;
    this.clockError = clockError;
    this.fixed = {};
    this.written = [];
    this.settings = settings;
    for (const { address, register } of this.#all()) {
      if (register.access !== "rw" || address in settings) continue;
      const choices = Object.keys(register.options ?? {}).map(Number);
      settings[address] = address === "FFFF000400" ? 1 : (choices[0] ?? register.min ?? 0);
    }
  }

  *#all() {
    for (const piece of this.equipment) {
      for (const register of piece.registers ?? []) {
        yield { address: piece.address + register.register, register };
      }
    }
  }

  register(address) {
    for (const each of this.#all()) if (each.address === address) return each.register;
    return undefined;
  }

  /** Overrides registers until set to undefined. */
  set(values) {
    Object.assign(this.fixed, values);
  }

  /** Everything at one instant: `{ address: value }`. */
  sample(at) {
    const shown = { ...plausible(at), ...this.settings, FFFF00F000: at + this.clockError };
    const values = {};
    for (const { address } of this.#all())
      values[address] = this.fixed[address] ?? shown[address] ?? null;
    return values;
  }

  read(address, at) {
    return this.sample(at)[address] ?? null;
  }

  async write(address, value) {
    this.written.push({ address, value });
    this.settings[address] = value;
  }

  /** Whether a register may be set to a value, by its own description. */
  accepts(address, value) {
    const register = this.register(address);
    if (register?.access !== "rw") return false;
    if (register.kind === "text") return typeof value === "string" && value.length <= 200;
    if (typeof value !== "number" || !Number.isFinite(value)) return false;
    if (register.options) return String(value) in register.options;
    return value >= (register.min ?? -Infinity) && value <= (register.max ?? Infinity);
  }

  /** Whether a value read back is the one that was asked for, within the register's precision. */
  same(address, read, asked) {
    if (typeof read !== "number" || typeof asked !== "number") return read === asked;
    const precision = this.register(address)?.precision;
    return precision === undefined
      ? read === asked
      : Math.abs(read - asked) < 0.5 * 10 ** -precision;
  }
}
