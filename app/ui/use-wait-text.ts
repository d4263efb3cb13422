import { roundWait, type Wait } from "#domain/units/wait.ts";
import { useTranslation } from "../i18n/use-translation.ts";

type Unit = Wait["unit"];

const KEYS = {
  again: (unit: Unit) => `code.wait.${unit}` as const,
  nextCode: (unit: Unit) => `code.next.${unit}` as const,
  nextLink: (unit: Unit) => `find.next.${unit}` as const,
};

/** Text for the wait until something can be sent again. */
export function useWaitText(): (what: keyof typeof KEYS, seconds: number) => string {
  const { t } = useTranslation("account");
  return (what, seconds) => {
    const { unit, count } = roundWait(seconds);
    return t(KEYS[what](unit), { wait: count });
  };
}
