/** Values of register FFFF000136 (specification, section 4). */
export const BATTERY_STATUSES = ["charge", "discharge", "idle"] as const;
/** Values of register FFFF000171 (specification, section 4), and "offline" while no logger is connected. */
export const POWER_SOURCES = [
  "battery",
  "grid",
  "solar",
  "inverter",
  "generator",
  "none",
  "offline",
] as const;
