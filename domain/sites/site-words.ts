/** Specification, section 4; register FFFF000136. */
export const BATTERY_STATUSES = ["charge", "discharge", "idle"] as const;
/** Specification, section 4; register FFFF000171, and "offline" while no logger is there. */
export const POWER_SOURCES = [
  "battery",
  "grid",
  "solar",
  "inverter",
  "generator",
  "none",
  "offline",
] as const;
