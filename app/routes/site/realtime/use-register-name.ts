import type { DescribedRegister } from "#domain/registers/describe-register.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { wordsOf } from "./words-of.ts";

type Named = Pick<DescribedRegister, "name" | "register">;

/** The translated name of a register, else its logger's own word for it made readable, else its number. */
export function useRegisterName(): (register: Named) => string {
  const { t, i18n } = useTranslation("registers");
  return ({ name, register }) => {
    if (name === null || name === "") return t("unnamed", { register });
    const known = i18n.exists(`name.${name}`, { ns: "registers" });
    return known ? t(`name.${name as "solarPower"}`) : wordsOf(name);
  };
}
