import { z } from "zod";
import { MAX_PLATFORM_RULES, MAX_REGISTER_NAME } from "./rule-choices.ts";
import { alarmRule } from "./site-rules.ts";

/** A rule of the operator. It covers, at every site, each register with this name. Limits are in `unit`. */
export const platformRule = alarmRule
  .omit({ alarmType: true, address: true, addresses: true, monitor: true })
  .extend({ registerName: z.string().trim().min(1).max(MAX_REGISTER_NAME) });
export type PlatformRule = z.infer<typeof platformRule>;

/** A rule of the operator that covers fewer registers of a site than have its name, because a limit is reached. */
export const incompleteRule = z.object({
  ruleId: z.int().positive(),
  name: z.string(),
  /** Registers that it covers, and all that have its name. */
  covered: z.int().min(0),
  registers: z.int().positive(),
});
export type IncompleteRule = z.infer<typeof incompleteRule>;

/** All rules of the operator. */
export const platformRules = z.object({
  /** Increases with each change; 0 before the first. */
  version: z.int().min(0),
  /** Instant of the change, from which the rules are in force, ms UTC. */
  at: z.int(),
  rules: z.array(platformRule).max(MAX_PLATFORM_RULES),
});
export type PlatformRules = z.infer<typeof platformRules>;
