import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { RemoteSite, Updates } from "./remote-data.ts";

type RemoteNoticesProps = { refusal: Updates["refusal"]; updates: Updates; site: RemoteSite };

/** Shows what prevents updates at present, and what to do about it. */
export function RemoteNotices({ refusal, updates, site }: RemoteNoticesProps) {
  const { t } = useTranslation(["remote", "common"]);
  const { rollout } = updates;
  return (
    <>
      {refusal === "locked" ? (
        <Notice tone="warning">
          {site.mayLock
            ? t("state.lockedByYou", { page: t("common:navigation.parameters") })
            : t("state.locked")}
        </Notice>
      ) : refusal === "offline" || refusal === "unsupported" || refusal === "remoteControlOff" ? (
        <Notice tone="warning">{t(`state.${refusal}`)}</Notice>
      ) : null}
      {rollout !== null && (
        <Notice tone="info">
          {t(rollout.own ? "state.rollout" : "state.rolloutOf")}{" "}
          {rollout.own && (
            <Link to={`/rollouts?id=${rollout.rolloutId}`}>{t("state.rolloutLink")}</Link>
          )}
        </Notice>
      )}
    </>
  );
}
