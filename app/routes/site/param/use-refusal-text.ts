import { useTranslation } from "#app/i18n/use-translation.ts";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { messageOfRefusal } from "#domain/settings/refusal-messages.ts";
import { showSetting, toShownValue } from "#domain/settings/shown-setting.ts";
import type { Refusal } from "./param-data.ts";
import type { Setting } from "./setting.ts";
import { type InputProblem, limited } from "./setting-draft.ts";
import { useSettingText } from "./use-setting-text.ts";

/** Codes of refusals that have a text on this page. */
const KNOWN = ["unknownRegister", "readOnly", "notUndoable", "ruleBroken", "conflict"] as const;

/** Texts of why an input or a change is refused, with the limit in the unit that the page shows. */
export function useRefusalText() {
  const { t } = useTranslation("param");
  const pageText = useProblemText();
  const { quantity, valueText, nameOf } = useSettingText();

  function limitText(setting: Setting, limit: number): string {
    return quantity(limit, showSetting(limited(setting)).unit);
  }

  /** @param settings of the same equipment, whose names a refusal may contain */
  function refusalText(
    { code, limit = {} }: Refusal,
    setting: Setting | undefined,
    settings: readonly Setting[],
  ): string {
    if (code === "outOfRange" && setting !== undefined) return rangeText(setting, limit);
    if (code === "conflict" && setting !== undefined && limit.value !== undefined)
      return t("refusal.conflictValue", { value: valueText(setting, plain(limit.value)) });
    if (code === "ruleBroken" && setting !== undefined) {
      const { min, max } = limit;
      if (typeof min === "number" || typeof max === "number") return rangeText(setting, limit);
    }
    if (code === "groupIncomplete" && Array.isArray(limit.missing)) {
      const missing = limit.missing as readonly string[];
      const names = settings.filter(({ address }) => missing.includes(address)).map(nameOf);
      return t("refusal.groupMissing", { names: names.join(", ") });
    }
    if (code === "writeLimit" || code === "deviceWriteLimit")
      return t(`refusal.${code}`, { max: Number(limit.max ?? 0) });
    const known = KNOWN.find((one) => one === code);
    return known === undefined ? pageText(messageOfRefusal(code)) : t(`refusal.${known}`);
  }

  function rangeText(setting: Setting, { kind, min, max, step }: NonNullable<Refusal["limit"]>) {
    const shown = (value: unknown) =>
      typeof value === "number" ? limitText(setting, toShownValue(limited(setting), value)) : "";
    if (kind === "step" && typeof step === "number")
      return t("problem.step", { limit: shown(step) });
    if (typeof min === "number" && typeof max === "number")
      return t("refusal.range", { min: shown(min), max: shown(max) });
    if (typeof min === "number") return t("problem.min", { limit: shown(min) });
    if (typeof max === "number") return t("problem.max", { limit: shown(max) });
    return t("problem.option");
  }

  function problemText(setting: Setting, problem: InputProblem): string {
    switch (problem.code) {
      case "min":
      case "max":
      case "step":
        return t(`problem.${problem.code}`, {
          limit:
            setting.kind === "text" ? String(problem.limit) : limitText(setting, problem.limit),
        });
      case "decimals":
        return t("problem.decimals", { count: problem.limit });
      default:
        return t(`problem.${problem.code}`);
    }
  }

  return { refusalText, problemText, limitText };
}

function plain(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
