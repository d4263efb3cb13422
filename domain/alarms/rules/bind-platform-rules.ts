import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { IncompleteRule, PlatformRule } from "../platform-rules.ts";
import { MAX_RULE_CONDITIONS, MAX_RULE_REGISTERS } from "../rule-choices.ts";
import { conditionsOf } from "./count-conditions.ts";

/** A rule of the operator with the registers of a site that it covers: at least one. */
export type BoundRule = { rule: PlatformRule; address: string; addresses: string[] };

/**
 * Finds the registers of a site that have the names of the operator's rules. Beyond the maximum number of conditions, the
 * first rules and the first registers take precedence.
 * @returns the rules that cover any register
 */
export function bindPlatformRules(
  rules: readonly PlatformRule[],
  tree: readonly Equipment[],
): BoundRule[] {
  return coverRegisters(rules, tree).flatMap(({ rule, covered: [address, ...addresses] }) =>
    address === undefined ? [] : [{ rule, address, addresses }],
  );
}

/** Returns the operator's rules that do not cover all registers of a site that have their names. */
export function findIncompleteRules(
  rules: readonly PlatformRule[],
  tree: readonly Equipment[],
): IncompleteRule[] {
  return coverRegisters(rules, tree).flatMap(({ rule, covered, named }) => {
    const { ruleId, name, registerName } = rule;
    if (covered.length === named) return [];
    return [{ ruleId, name: name || registerName, covered: covered.length, registers: named }];
  });
}

/** Finds the registers that each rule covers, and the number of those that have its name. */
function coverRegisters(rules: readonly PlatformRule[], tree: readonly Equipment[]) {
  const named = new Map<string, string[]>();
  for (const piece of tree)
    for (const register of piece.registers) {
      const { address, name, kind } = describeRegister(piece, register);
      if (!name || kind === "text") continue;
      const addresses = named.get(name) ?? [];
      addresses.push(address);
      named.set(name, addresses);
    }
  let left = MAX_RULE_CONDITIONS;
  return rules.map((rule) => {
    const each = conditionsOf(rule);
    const max = Math.min(MAX_RULE_REGISTERS, Math.floor(left / each));
    const all = named.get(rule.registerName) ?? [];
    const covered = all.slice(0, max);
    left -= covered.length * each;
    return { rule, covered, named: all.length };
  });
}
