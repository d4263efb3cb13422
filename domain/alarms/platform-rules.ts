import { z } from "zod";
import { alarmRule } from "./site-rules.ts";

/** Maximum number of rules that the operator sets for all sites. */
export const MAX_PLATFORM_RULES = 50;
/** Maximum length of the name of a register, characters. */
const MAX_REGISTER_NAME = 100;

/** A rule of the operator. It covers, at every site, each register with this name. Limits are in `unit`. */
export const platformRule = alarmRule
  .omit({ alarmType: true, address: true, addresses: true, monitor: true })
  .extend({ registerName: z.string().trim().min(1).max(MAX_REGISTER_NAME) });
export type PlatformRule = z.infer<typeof platformRule>;

/** All rules of the operator. */
export const platformRules = z.object({
  /** Increases with each change; 0 before the first. */
  version: z.int().min(0),
  /** Instant of the change, from which the rules are in force, ms UTC. */
  at: z.int(),
  rules: z.array(platformRule).max(MAX_PLATFORM_RULES),
});
export type PlatformRules = z.infer<typeof platformRules>;
