import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { ParamData } from "./param-data.ts";

/** Shows what prevents changes at present, and what to do about it. */
export function StateNotices({
  locks,
  may,
  changes,
}: Pick<ParamData, "locks" | "may" | "changes">) {
  const { t } = useTranslation("param");
  const isOnline = useIsOnline(locks.isOnline);
  if (!may.configure) return <Notice tone="info">{t("state.viewOnly")}</Notice>;
  return (
    <>
      {changes.faults > 0 && (
        <Notice tone="fault">{t("state.mixed", { count: changes.faults })}</Notice>
      )}
      {!isOnline && <Notice tone="warning">{t("state.offline")}</Notice>}
      {!locks.hasRemoteControl && <Notice tone="warning">{t("state.noRemoteControl")}</Notice>}
      {locks.isLocked && (
        <Notice tone="warning">{t(may.lock ? "state.lockedByYou" : "state.locked")}</Notice>
      )}
      {locks.isUnattended && <Notice tone="info">{t("state.unattended")}</Notice>}
      {locks.needsPassword && <Notice tone="info">{t("state.password")}</Notice>}
    </>
  );
}

/** Whether the logger is connected: live, or as the page was loaded. */
export function useIsOnline(known: boolean): boolean {
  return useLive((site) => site.view?.online ?? known);
}
