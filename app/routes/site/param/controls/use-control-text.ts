import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatLocalSecond } from "#domain/units/local-time.ts";
import type { Setting } from "../setting.ts";
import { formatDayTime } from "../times.ts";
import type { Blocked } from "./blocked-action.ts";
import { findFullChargeWait } from "./full-charge-wait.ts";
import { type ControlAction, type ControlRow, numberBeside } from "./list-controls.ts";

/** Facts about the site on which texts depend. */
export type ControlSite = { systemType: string | null; timeZone: string };

/** Texts of special controls in the language of the page. */
export function useControlText(site: ControlSite, settings: readonly Setting[]) {
  const { t } = useTranslation("controls");

  function fullCharge(row: ControlRow, now: number) {
    const own = {
      start: numberBeside(settings, row, "fullChargeStart"),
      end: numberBeside(settings, row, "fullChargeEnd"),
    };
    return findFullChargeWait(site.systemType, own, now, site.timeZone);
  }

  /** Text of the window of a full charge; null if it starts at once. */
  function windowText(row: ControlRow, now: number): string | null {
    const wait = fullCharge(row, now);
    if (wait === null) return null;
    const { start, end } = wait.window;
    return t("window.runs", { start: formatDayTime(start), end: formatDayTime(end) });
  }

  /** Text of the effect of an action for its confirmation. */
  function effectText(row: ControlRow, action: ControlAction, device: string, now: number): string {
    const { name } = action;
    const text = t(`action.${name}.text`, { device });
    if (name === "generatorStart") {
      const seconds = numberBeside(settings, row, "generatorStartDelay");
      return seconds === null ? text : `${text} ${t("startDelay", { seconds })}`;
    }
    const wait = name === "fullChargeStart" ? fullCharge(row, now) : null;
    if (wait === null) return text;
    const [start, end] = [wait.window.start, wait.window.end].map(formatDayTime);
    const runs = t("window.runs", { start, end });
    return `${runs} ${wait.minutes === 0 ? t("window.now", { end }) : t("window.later", { start })}`;
  }

  function blockedText({ reason, until }: Blocked): string {
    const time = until === null ? "" : formatLocalSecond(until, site.timeZone).slice(11);
    return t(`blocked.${reason}`, { time });
  }

  return { effectText, windowText, blockedText };
}
