import { useMemo } from "react";
import { useConditionTexts } from "#app/alarms/rules/use-condition-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { type ShownPiece, useTree } from "../realtime/tree/use-tree.ts";
import { useRegisterName } from "../realtime/use-register-name.ts";
import { useOptionWord } from "../realtime/use-register-value.ts";
import { useEquipmentName } from "../use-equipment-name.ts";
import type { Rule } from "./alarm-data.ts";

/** Digits of an equipment address. */
const EQUIPMENT_DIGITS = 6;

/** A register with its names, as the live connection describes it. */
export type NamedRegister = ShownPiece["registers"][number] & { equipment: string };

/** Registers of the site by address; null until the first data of the site arrives. */
export function useRegisters(): ReadonlyMap<string, NamedRegister> | null {
  const tree = useTree();
  return useMemo(
    () =>
      tree &&
      new Map(
        tree.flatMap(({ title: equipment, registers }) =>
          registers.map((register) => [register.address, { ...register, equipment }] as const),
        ),
      ),
    [tree],
  );
}

export type RegisterNames = { name: string; equipment: string };

/** Names of a register and its equipment; without live data those that the portal knows by its address. */
export function useRegisterNames(
  registers: ReadonlyMap<string, NamedRegister> | null,
): (address: string) => RegisterNames {
  const registerName = useRegisterName();
  const equipmentName = useEquipmentName();
  return (address) => {
    const known = registers?.get(address);
    if (known) return { name: known.title, equipment: known.equipment };
    const [equipment, register] = [
      address.slice(0, EQUIPMENT_DIGITS),
      address.slice(EQUIPMENT_DIGITS),
    ];
    const name = equipment === SITE_EQUIPMENT ? (SITE_REGISTERS[register]?.name ?? null) : null;
    return { name: registerName({ name, register }), equipment: equipmentName("", equipment) };
  };
}

/** The title of a rule: the quantity of a standard limit, the name that a user gave, or that of its register. */
export function useRuleTitle(nameOf: (address: string) => RegisterNames): (rule: Rule) => string {
  const { t } = useTranslation("alarms");
  return ({ alarmType, name, address }) => {
    if (alarmType !== "custom") return t(`types.${alarmType}`);
    if (name !== undefined && name !== "") return name;
    return address === null ? t("types.custom") : nameOf(address).name;
  };
}

/** Conditions that raise the alarm of a rule, with the words of its values from the live connection. */
export function useRuleConditions(
  registers: ReadonlyMap<string, NamedRegister> | null,
): (rule: Rule) => string[] {
  const conditionsOf = useConditionTexts();
  const word = useOptionWord();
  return (rule) => {
    const options = rule.address === null ? undefined : registers?.get(rule.address)?.options;
    return conditionsOf(rule, (value) => {
      const option = options?.[String(value)];
      return option === undefined ? String(value) : word(option);
    });
  };
}
