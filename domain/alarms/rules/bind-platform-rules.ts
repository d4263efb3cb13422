import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { PlatformRule } from "../platform-rules.ts";
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
  return rules.flatMap((rule) => {
    const each = conditionsOf(rule);
    const max = Math.min(MAX_RULE_REGISTERS, Math.floor(left / each));
    const [address, ...addresses] = (named.get(rule.registerName) ?? []).slice(0, max);
    if (address === undefined) return [];
    left -= (1 + addresses.length) * each;
    return [{ rule, address, addresses }];
  });
}
