/** Sections of the parameter page, in its order (settings contract). This file is without zod for the browser. */
export const SECTIONS = [
  "system",
  "meter",
  "working mode",
  "ac input",
  "solar",
  "load",
  "battery",
  "inverter",
  "auxiliary contact",
  "remote update",
  "remote dispatch",
  "time of use",
  "time control",
  "cabinet",
] as const;
export type Section = (typeof SECTIONS)[number];

/** Tabs of a section. */
export const TABS = ["basic", "parallel", "custom"] as const;
export type Tab = (typeof TABS)[number];

/** Dangers of a wrong value: for the grid, the battery, stored settings, or the supply of the site. */
export const DANGERS = ["grid", "battery", "reset", "power"] as const;
export type Danger = (typeof DANGERS)[number];

/** Write endurance of a register's memory without a description of its own. */
export const DEFAULT_WRITES = 10_000;
