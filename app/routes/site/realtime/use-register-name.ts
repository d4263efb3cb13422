import { useCallback } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { DescribedRegister } from "#domain/registers/describe-register.ts";
import { wordsOf } from "#domain/registers/words-of.ts";

type Named = Pick<DescribedRegister, "name" | "register">;

/** "AC input voltage u": the quantity and its phase. */
const ON_A_PHASE = /^(.+) ([uvw])$/i;

/** "periodStart 3": the quantity and the number of its row. */
const NUMBERED = /^(.+) (\d+)$/;

/**
 * Returns the translated name of a register, or the logger's name made readable, or the number. Names of settings are
 * translated on pages that load the texts "parameters".
 */
export function useRegisterName(): (register: Named) => string {
  usePageTexts("registers");
  const { t, i18n } = useTranslation(["registers", "parameters"]);
  return useCallback(
    ({ name, register }) => {
      const translated = (one: string) => {
        if (i18n.exists(`name.${one}`, { ns: "registers" }))
          return t(`name.${one as "solarPower"}`);
        return i18n.exists(`name.${one}`, { ns: "parameters" })
          ? t(`parameters:name.${one as "gridCode"}`)
          : null;
      };
      if (name === null || name === "") return t("unnamed", { register });
      const known = translated(name);
      if (known !== null) return known;
      const [, quantity = "", number = ""] = NUMBERED.exec(name) ?? [];
      const inRow = translated(quantity);
      if (inRow !== null) return t("numbered", { name: inRow, number });
      const [, measured = "", phase = ""] = ON_A_PHASE.exec(name) ?? [];
      const onPhase = translated(measured);
      if (onPhase === null) return wordsOf(name);
      return t("ofPhase", { name: onPhase, phase: phase.toUpperCase() });
    },
    [t, i18n],
  );
}
