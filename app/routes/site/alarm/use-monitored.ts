import { useMemo } from "react";
import { joinNames } from "#app/alarms/rules/join-names.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useTree } from "../realtime/tree/use-tree.ts";
import type { Rule } from "./alarm-data.ts";
import { useRegisterNames, useRegisters, useRuleTitle } from "./use-rule-names.ts";

/** Bounds of limits on a register whose logger names none. */
const ANY_VALUE = { min: -1_000_000_000, max: 1_000_000_000 };

/** Description of the register that a rule monitors. */
export type Monitored = {
  /** Title of the rule, or of the register of a new one. */
  title: string;
  /** Register and equipment for the second line. */
  place: string;
  unit: string;
  /** Values that limits may have. */
  allowed: { min: number; max: number };
  decimals: number | undefined;
  /** Words of the values of an enum register. */
  options: Readonly<Record<string, string>> | undefined;
  /** Whether the register has states instead of numbers to compare. */
  isStates: boolean;
  isStepped: boolean;
  /** Whether the live connection has described the register. */
  isKnown: boolean;
  /** Whether the live connection has yet to list the registers of the site. */
  isLoading: boolean;
  /** Whether the logger names the bounds of the register. */
  hasBounds: boolean;
};

/** Describes the register of a rule by the live connection, and before that by the rule itself. */
export function useMonitored(register: string | null, rule: Rule | null): Monitored {
  const { t } = useTranslation("alarms");
  const tree = useTree();
  const registers = useRegisters();
  const namesOf = useRegisterNames(registers);
  const titleOf = useRuleTitle(namesOf);
  const known = register === null ? undefined : registers?.get(register);
  const described = useMemo(() => {
    const piece = tree?.find(({ address }) => register?.startsWith(address));
    return piece?.piece.registers.find((one) => piece.address + one.register === register);
  }, [tree, register]);
  const names = register === null ? null : namesOf(register);
  return {
    title: rule === null ? (names?.name ?? "") : titleOf(rule),
    place: names === null ? t("rule.unbound") : joinNames(names.name, names.equipment),
    unit: rule?.unit ?? known?.unit ?? "",
    allowed:
      rule === null
        ? { min: described?.min ?? ANY_VALUE.min, max: described?.max ?? ANY_VALUE.max }
        : { min: rule.min, max: rule.max },
    decimals: known?.precision,
    options: known?.options,
    isStates: known?.kind === "enum" || known?.kind === "text",
    isStepped: known?.kind === "enum" || known?.kind === "setting",
    isKnown: known !== undefined,
    isLoading: registers === null,
    hasBounds: described?.min !== undefined && described.max !== undefined,
  };
}
