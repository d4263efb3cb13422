/** `[register, path, name, unit]` of a recorded value. */
export type RecordedRegister = readonly [
  register: string,
  path: string,
  name: string,
  unit?: "V" | "A" | "W" | "VA" | "Hz" | "%" | "°C" | "kWh" | "Ah" | "s" | "rpm",
];

/** A recorded device as a piece of equipment. */
type VictronDevice = {
  /** File name of the device in the recording. */
  name: string;
  address: string;
  model: string;
  alias: string;
  /** Whether it was recorded in the same 95 seconds at the same site as the others marked so. */
  isAtSite: boolean;
  registers: readonly RecordedRegister[];
};

const phase = (
  first: number,
  paths: readonly [path: string, name: string, unit: "V" | "A" | "W" | "Hz" | "kWh"][],
  phases: readonly (1 | 2 | 3)[],
): RecordedRegister[] =>
  paths.flatMap(([path, name, unit], group) =>
    phases.map(
      (nth): RecordedRegister => [
        (first + 3 * group + nth - 1).toString(16).toUpperCase().padStart(4, "0"),
        `/Ac/L${nth}/${path}`,
        `${name} ${["u", "v", "w"][nth - 1]}`,
        unit,
      ],
    ),
  );

/** All nine devices of the recording. Addresses and register numbers are Helioport's, names follow the paths. */
export const VICTRON_DEVICES: readonly VictronDevice[] = [
  {
    name: "vebus",
    address: "003311",
    model: "MultiPlus 48/3000/35-50",
    alias: "Inverter/charger",
    isAtSite: true,
    registers: [
      ["0107", "/Ac/ActiveIn/L1/V", "AC input voltage", "V"],
      ["0108", "/Ac/ActiveIn/L1/I", "AC input current", "A"],
      ["0109", "/Ac/ActiveIn/P", "AC input power", "W"],
      ["0127", "/Ac/ActiveIn/L1/P", "AC input power u", "W"],
      ["010A", "/Ac/ActiveIn/L1/F", "AC input frequency", "Hz"],
      ["0110", "/Ac/Out/L1/V", "AC output voltage", "V"],
      ["0111", "/Ac/Out/L1/I", "AC output current", "A"],
      ["0112", "/Ac/Out/P", "AC output power", "W"],
      ["0137", "/Ac/Out/L1/P", "AC output power u", "W"],
      ["0113", "/Ac/Out/L1/F", "AC output frequency", "Hz"],
      ["0116", "/Dc/0/Voltage", "DC voltage", "V"],
      ["0151", "/Dc/0/Current", "DC current", "A"],
      ["0152", "/Dc/0/Power", "DC power", "W"],
      ["0153", "/Hub4/AcPowerSetpoint", "AC power set point", "W"],
      ["0154", "/Hub4/L1/AcPowerSetpoint", "AC power set point u", "W"],
      ["0155", "/Hub/ChargeVoltage", "Charge voltage", "V"],
      ["0156", "/ExtraBatteryCurrent", "Battery current of others", "A"],
      ["0157", "/Bms/AllowToChargeRate", "BMS: charge allowed"],
      ["0158", "/State", "State"],
      ["0159", "/Energy/AcIn1ToInverter", "Energy rectified", "kWh"],
      ["015A", "/Energy/InverterToAcIn1", "Energy inverted to the input", "kWh"],
      ["015B", "/Energy/InverterToAcOut", "Energy inverted to the output", "kWh"],
      ["0001", "/Ac/In/1/CurrentLimit", "AC input current limit", "A"],
      ["0002", "/Dc/0/MaxChargeCurrent", "Maximum charge current", "A"],
    ],
  },
  {
    name: "solarcharger",
    address: "003211",
    model: "BlueSolar MPPT 150/35",
    alias: "Solar charger",
    isAtSite: true,
    registers: [
      ["0101", "/Pv/V", "PV voltage", "V"],
      ["0102", "/Pv/I", "PV current", "A"],
      ["0103", "/Yield/Power", "PV power", "W"],
      ["0104", "/Dc/0/Voltage", "Charge voltage", "V"],
      ["0108", "/Dc/0/Current", "Charge current", "A"],
      ["0109", "/Link/ChargeVoltage", "Charge voltage asked for", "V"],
      ["0140", "/Yield/System", "Energy harvested", "kWh"],
      ["0141", "/Yield/User", "Energy harvested since it was set back", "kWh"],
      ["0142", "/History/Daily/0/Yield", "Energy harvested today", "kWh"],
      ["0143", "/History/Daily/0/MaxPower", "Highest power today", "W"],
      ["0144", "/History/Daily/0/TimeInBulk", "Minutes in bulk today"],
      ["0001", "/Settings/ChargeCurrentLimit", "Charge current limit", "A"],
    ],
  },
  {
    name: "pvinverter",
    address: "00FF11",
    model: "PV inverter on input 1",
    alias: "PV inverter",
    isAtSite: true,
    registers: [
      ["0103", "/Ac/Power", "AC power", "W"],
      ["0104", "/Ac/Voltage", "AC voltage", "V"],
      ...phase(
        0x111,
        [
          ["Voltage", "AC voltage", "V"],
          ["Power", "AC power", "W"],
          ["Current", "AC current", "A"],
        ],
        [1, 2, 3],
      ),
      ["0140", "/Ac/Energy/Forward", "Energy fed", "kWh"],
      ["0141", "/Ac/L1/Energy/Forward", "Energy fed u", "kWh"],
      ["0142", "/Ac/L2/Energy/Forward", "Energy fed v", "kWh"],
    ],
  },
  {
    name: "battery",
    address: "006D11",
    model: "BMV-702",
    alias: "Battery monitor",
    isAtSite: true,
    registers: [
      ["0101", "/Dc/0/Voltage", "Voltage", "V"],
      ["0102", "/Dc/0/Current", "Current", "A"],
      ["0103", "/Dc/0/Power", "Power", "W"],
      ["0104", "/Soc", "State of charge", "%"],
      ["0106", "/Dc/0/Temperature", "Temperature", "°C"],
      ["0107", "/History/ChargeCycles", "Cycles"],
      ["0140", "/History/ChargedEnergy", "Energy charged", "kWh"],
      ["0141", "/History/DischargedEnergy", "Energy discharged", "kWh"],
      ["0142", "/History/TotalAhDrawn", "Charge drawn", "Ah"],
      ["0143", "/History/MinimumVoltage", "Lowest voltage", "V"],
      ["0144", "/History/MaximumVoltage", "Highest voltage", "V"],
    ],
  },
  {
    name: "grid",
    address: "001A11",
    model: "Grid meter",
    alias: "Grid meter",
    isAtSite: true,
    registers: [
      ["0101", "/Ac/Voltage", "Voltage", "V"],
      ["0102", "/Ac/Current", "Current", "A"],
      ["0103", "/Ac/Power", "Power", "W"],
      ...phase(
        0x111,
        [
          ["Voltage", "Voltage", "V"],
          ["Current", "Current", "A"],
          ["Power", "Power", "W"],
        ],
        [1, 2, 3],
      ),
      ["0140", "/Ac/Energy/Forward", "Energy imported", "kWh"],
      ["0141", "/Ac/Energy/Reverse", "Energy exported", "kWh"],
    ],
  },
  {
    name: "pvinverter_fronius",
    address: "00FF12",
    model: "Fronius Primo 5.0-1",
    alias: "PV inverter (recorded elsewhere)",
    isAtSite: false,
    registers: [
      ["0103", "/Ac/Power", "AC power", "W"],
      ["0104", "/Ac/Voltage", "AC voltage", "V"],
      ["0105", "/Ac/Current", "AC current", "A"],
      ["0111", "/Ac/L1/Voltage", "AC voltage u", "V"],
      ["0114", "/Ac/L1/Power", "AC power u", "W"],
      ["0117", "/Ac/L1/Current", "AC current u", "A"],
      ["0130", "/Ac/PowerLimit", "Power limit", "W"],
      ["0140", "/Ac/Energy/Forward", "Energy fed", "kWh"],
      ["0141", "/Ac/L1/Energy/Forward", "Energy fed u", "kWh"],
      ["0108", "/StatusCode", "Operating state"],
    ],
  },
  {
    name: "system",
    address: "005F11",
    model: "PV inverters on the output",
    alias: "Solar totals (recorded elsewhere)",
    isAtSite: false,
    registers: [
      ["0103", "/Ac/PvOnOutput/Total/Power", "AC power", "W"],
      ["0114", "/Ac/PvOnOutput/L1/Power", "AC power u", "W"],
      ["0115", "/Ac/PvOnOutput/L2/Power", "AC power v", "W"],
      ["0116", "/Ac/PvOnOutput/L3/Power", "AC power w", "W"],
    ],
  },
  {
    name: "bms",
    address: "008B11",
    model: "Lynx Ion + Shunt",
    alias: "BMS (recorded elsewhere)",
    isAtSite: false,
    registers: [
      ["0109", "/System/MaxCellVoltage", "Highest cell voltage", "V"],
      ["010A", "/System/MinCellVoltage", "Lowest cell voltage", "V"],
      ["0110", "/Io/AllowToCharge", "Charge allowed"],
      ["0111", "/Io/AllowToDischarge", "Discharge allowed"],
      ["0112", "/Balancing", "Balancing"],
      ["0001", "/System/NrOfBatteries", "Batteries"],
      ["0002", "/System/NrOfCellsPerBattery", "Cells of a battery"],
    ],
  },
  {
    name: "genset_fischerpanda",
    address: "800A11",
    model: "Fischer Panda",
    alias: "Generator (recorded elsewhere)",
    isAtSite: false,
    registers: [
      ["0111", "/Ac/L1/Voltage", "Voltage", "V"],
      ["0102", "/Ac/L1/Power", "Power", "W"],
      ["0103", "/Ac/L1/Frequency", "Frequency", "Hz"],
      ["0110", "/Ac/L1/Current", "Current", "A"],
      ["0104", "/Engine/Load", "Load level", "%"],
      ["0106", "/Engine/CoolantTemperature", "Coolant temperature", "°C"],
      ["0109", "/Engine/WindingTemperature", "Winding temperature", "°C"],
      ["010A", "/Engine/ExaustTemperature", "Exhaust temperature", "°C"],
      ["010B", "/Engine/Speed", "Speed", "rpm"],
      ["010C", "/StarterVoltage", "Starter voltage", "V"],
      ["0141", "/Engine/OperatingHours", "Run time", "s"],
    ],
  },
];
