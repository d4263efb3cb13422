import type { CatalogueRegisters } from "./catalogue-register.ts";
import { inSection, repeat, textSetting } from "./entries.ts";
import { relay } from "./timetables.ts";

/* Settings of the contact modules 0057 (the specification does not name the meaning of 0057). */

/** Contacts of a module. */
const CONTACTS = 4;

/** Registers of contact modules by number. */
export const AUXILIARY_CONTACT_REGISTERS: CatalogueRegisters = inSection(
  "auxiliary contact",
  "basic",
  { "0002": textSetting("label"), ...repeat(0x1700, 0x10, CONTACTS, relay()) },
);
