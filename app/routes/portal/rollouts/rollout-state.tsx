import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { MAX_UNAPPROVED_SITES, START_WITHIN_MS } from "#domain/rollouts/limits.ts";
import { STOP_REASONS } from "#domain/rollouts/states.ts";
import { useMoment } from "../user/use-moment.ts";
import { ProgressBar } from "./progress-bar.tsx";
import type { Rollout } from "./rollouts-data.ts";
import { usePlanText } from "./use-plan-text.ts";
import type { RolloutCells } from "./wave-cells.ts";

type RolloutStateProps = { rollout: Rollout; cells: RolloutCells };

/** Shows the present step of a rollout, the reason of a stop, and the number of sites by result. */
export function RolloutState({ rollout, cells: { counts } }: RolloutStateProps) {
  const { t } = useTranslation("rollouts");
  const { percent } = usePlanText();
  const { plan, status, approver, sites } = rollout;
  const { succeeded, failed, inProgress, unchecked, pending, skipped } = sites;
  const taking = succeeded + failed + inProgress + unchecked + pending;
  return (
    <Card aria-label={t("progress.label")}>
      <div role="status">
        <Now rollout={rollout} />
      </div>
      {status !== "checking" && taking > 0 && (
        <>
          <ProgressBar counts={counts} />
          <p data-counts>
            <span>{t("progress.ended", { done: succeeded + failed, count: taking })}</span>
            {failed > 0 && <span data-failed>{t("progress.failed", { count: failed })}</span>}
            {inProgress > 0 && <span>{t("progress.inProgress", { count: inProgress })}</span>}
            {skipped > 0 && <span>{t("progress.skipped", { count: skipped })}</span>}
          </p>
        </>
      )}
      {status === "running" && plan !== null && (
        <small>
          {t("progress.limit", {
            percent: percent(plan.maxFailedPercent),
            ended: plan.minEnded,
          })}
        </small>
      )}
      {approver !== null && status !== "ready" && (
        <small>{t("approval.givenBy", { name: approver })}</small>
      )}
    </Card>
  );
}

/** The present step in words. */
function Now({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation("rollouts");
  const moment = useMoment();
  const { status, sites, wave, plan, isOwn, needsApproval, isApproved, approver } = rollout;
  const { unchecked, pending, skipped, inProgress, succeeded } = sites;
  switch (status) {
    case "checking": {
      const count = unchecked + pending + skipped;
      return <p>{t("now.checking", { done: count - unchecked, count })}</p>;
    }
    case "ready":
      return (
        <>
          <p>{t("now.ready", { count: pending })}</p>
          {skipped > 0 && <p>{t("now.skipped", { count: skipped })}</p>}
          {isOwn && <p>{t("now.until", { time: moment(rollout.createTime + START_WITHIN_MS) })}</p>}
          {isOwn && needsApproval && !isApproved && (
            <Notice tone="warning" role="note">
              {t("approval.needed", { limit: MAX_UNAPPROVED_SITES })}
            </Notice>
          )}
          {isOwn && isApproved && (
            <Notice tone="good">{t("approval.given", { name: approver ?? "" })}</Notice>
          )}
        </>
      );
    case "running":
      return (
        <p>
          {wave === 0
            ? t("now.canary")
            : t("now.wave", { wave, waves: plan?.waves.length ?? wave })}
        </p>
      );
    case "stopped":
      return (
        <>
          <Notice tone="fault" role="note">
            {stopText(rollout.reason, t)}
          </Notice>
          {inProgress > 0 && <p>{t("now.stopping", { count: inProgress })}</p>}
        </>
      );
    case "completed":
      return (
        <p>
          {rollout.startTime === null ? t("now.none") : t("now.completed", { count: succeeded })}
        </p>
      );
  }
}

function stopText(
  reason: string | null,
  t: ReturnType<typeof useTranslation<"rollouts">>["t"],
): string {
  const known = STOP_REASONS.find((one) => one === reason);
  return t(`stopReason.${known ?? "byUser"}`);
}

const Card = styled("section", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  px: { base: "4", md: "6" },
  py: { base: "4", md: "5" },
  "& > [role=status]": { display: "flex", flexDirection: "column", gap: "2" },
  "& > [role=status] > p:first-of-type": { textStyle: "md", fontWeight: "medium" },
  "& [data-counts]": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
  },
  "& [data-failed]": { color: "fault", fontWeight: "medium" },
  "& small": { color: "fg.muted", textStyle: "xs" },
});
