import { AUXILIARY_CONTACT_REGISTERS } from "./auxiliary-contacts.ts";
import { BATTERY_REGISTERS } from "./battery.ts";
import { CABINET_REGISTERS } from "./cabinet.ts";
import type { CatalogueRegister, CatalogueRegisters } from "./catalogue-register.ts";
import { DATA_LOGGER_REGISTERS } from "./data-logger.ts";
import { FAMILY_REGISTERS } from "./families.ts";
import { GENERATOR_REGISTERS } from "./generator.ts";
import { INVERTER_REGISTERS } from "./inverter.ts";
import { METER_REGISTERS } from "./meter.ts";
import { PCS_REGISTERS } from "./pcs.ts";
import { PV_INVERTER_REGISTERS } from "./pv-inverter.ts";
import { SITE_REGISTERS } from "./site.ts";
import { SOLAR_CHARGER_REGISTERS } from "./solar-charger.ts";

const BY_TYPE_CODE: Readonly<Record<string, CatalogueRegisters>> = {
  FFFF: SITE_REGISTERS,
  "0032": SOLAR_CHARGER_REGISTERS,
  "0033": { ...INVERTER_REGISTERS, ...FAMILY_REGISTERS },
  "008E": PCS_REGISTERS,
  "005E": PCS_REGISTERS,
  "00FF": PV_INVERTER_REGISTERS,
  "005F": PV_INVERTER_REGISTERS,
  "800A": GENERATOR_REGISTERS,
  "800D": GENERATOR_REGISTERS,
  "006D": BATTERY_REGISTERS,
  "008B": BATTERY_REGISTERS,
  "008C": BATTERY_REGISTERS,
  "001A": METER_REGISTERS,
  "0057": AUXILIARY_CONTACT_REGISTERS,
  "006B": DATA_LOGGER_REGISTERS,
  "0077": CABINET_REGISTERS,
};

/** All registers that the portal knows, by type code and register number. */
export const CATALOGUE: ReadonlyMap<string, ReadonlyMap<string, CatalogueRegister>> = new Map(
  Object.entries(BY_TYPE_CODE).map(([typeCode, entries]) => [
    typeCode,
    new Map(Object.entries(entries)),
  ]),
);
