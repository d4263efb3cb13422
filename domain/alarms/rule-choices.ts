/** Level of an alarm that a rule raises. */
export const RULE_LEVELS = ["fault", "warning"] as const;
/** Levels that a rule evaluates: none, faults, or faults and warnings. */
export const RULE_MONITORS = ["disabled", "faults", "all"] as const;
/** Minimum level of a logger's events that sends notifications. */
export const AUTO_LEVELS = ["off", "faults", "warnings"] as const;

/** Maximum number of rules besides the ten limits. */
export const MAX_CUSTOM_RULES = 100;
/** Maximum number of rules that the operator sets for all sites. */
export const MAX_PLATFORM_RULES = 50;
/** Maximum length of the name of a register in such a rule, characters. */
export const MAX_REGISTER_NAME = 100;
/** Maximum length of a rule's name, characters. */
export const MAX_RULE_NAME = 100;
/** Maximum number of registers that one rule covers. */
export const MAX_RULE_REGISTERS = 50;
/** Maximum number of values of an "is one of" rule. */
export const MAX_RULE_VALUES = 50;
/** Maximum length of such a value, characters; loggers send no longer ones. */
export const MAX_RULE_VALUE = 200;
/**
 * Maximum number of registers of all rules of a site, each counted once for every value of an "is one of" rule. The rules
 * of the operator count for themselves.
 */
export const MAX_RULE_CONDITIONS = 2_000;
/** Maximum number of conditions of the operator's rules: one for each rule, or for every value of an "is one of" rule. */
export const MAX_PLATFORM_CONDITIONS = 500;
/** Bounds of `sustainTime` and `notifyAfter`, s. */
export const MAX_RULE_SECONDS = 86_400;
/** Bounds of the gap of the no-data alarm, min. */
export const [MIN_ALLOWED_GAP, MAX_ALLOWED_GAP] = [5, 1440];
/** Bounds of the e-mail interval, min. */
export const [MIN_EMAIL_INTERVAL, MAX_EMAIL_INTERVAL] = [1, 1440];
