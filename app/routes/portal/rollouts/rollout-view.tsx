import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { useMoment } from "../user/use-moment.ts";
import { CanarySites } from "./canary-sites.tsx";
import { PlanFacts } from "./plan-facts.tsx";
import { RolloutActions } from "./rollout-actions.tsx";
import { RolloutState } from "./rollout-state.tsx";
import type { Look, Rollout, RolloutSite } from "./rollouts-data.ts";
import { rolloutAddress } from "./rollouts-data.ts";
import { SiteResults } from "./site-results.tsx";
import { RolloutBadge } from "./status-badge.tsx";
import { StopBar } from "./stop-bar.tsx";
import { TaskContent } from "./task-content.tsx";
import { useTaskText } from "./use-task-text.ts";
import { cellsOf } from "./wave-cells.ts";
import { WavePicture } from "./wave-picture.tsx";

type RolloutViewProps = {
  rollout: Rollout;
  /** The sites that were begun first, while the others wait for them. */
  canary: readonly RolloutSite[];
  look: Look | null;
  page: number;
};

/** One rollout: its state, its waves, what it changes, and what happened at each site. */
export function RolloutView({ rollout, canary, look, page }: RolloutViewProps) {
  const { t } = useTranslation("rollouts");
  const { titleOf } = useTaskText();
  const moment = useMoment();
  const { status, by, createTime, undoes, wave } = rollout;
  const cells = cellsOf(rollout.states, rollout.plan);
  const isRunning = status === "running";
  const time = moment(createTime);
  return (
    <Page>
      <header>
        <p data-back>
          <Link to="/rollouts">{t("all")}</Link>
          <span>{t("number", { id: rollout.rolloutId })}</span>
        </p>
        <div data-title>
          <h1 tabIndex={-1}>
            <bdi>{titleOf(rollout)}</bdi>
          </h1>
          <RolloutBadge status={status} />
        </div>
        <p>
          {by === "" ? t("byDeleted", { time }) : t("by", { name: by, time })}
          {undoes !== null && (
            <>
              {" · "}
              <Link to={rolloutAddress(undoes)}>{t("undo.of", { id: undoes })}</Link>
            </>
          )}
        </p>
      </header>
      <RolloutState rollout={rollout} cells={cells} />
      <RolloutActions rollout={rollout} />
      {canary.length > 0 && wave === 0 && <CanarySites sites={canary} plan={rollout.plan} />}
      <WavePicture cells={cells} current={isRunning ? wave : null} />
      <SiteResults rollout={rollout} counts={cells.counts} look={look} page={page} />
      <Pair>
        <TaskContent rollout={rollout} />
        <PlanFacts plan={rollout.plan} />
      </Pair>
      <StopBar rollout={rollout} />
    </Page>
  );
}

const Page = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
  textStyle: "sm",
  "& > header": { display: "flex", flexDirection: "column", gap: "1" },
  "& > header p": { color: "fg.muted", overflowWrap: "anywhere" },
  "& > header a": {
    color: "brand.fg",
    textDecoration: "underline",
    borderRadius: "sm",
    focusVisibleRing: "outside",
    "@media (pointer: coarse)": { display: "inline-block", py: "3", my: "-3" },
  },
  "& [data-back]": { display: "flex", flexWrap: "wrap", columnGap: "3" },
  "& [data-title]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "3",
    rowGap: "1",
  },
  "& h1": {
    textStyle: { base: "xl", md: "2xl" },
    fontWeight: "semibold",
    minW: "0",
    overflowWrap: "anywhere",
  },
});

const Pair = styled("div", {
  display: "grid",
  gap: "4",
  alignItems: "start",
  gridTemplateColumns: { base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" },
});
