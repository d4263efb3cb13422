import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { useMoment } from "../user/use-moment.ts";
import { ProgressBar } from "./progress-bar.tsx";
import {
  type ListedRollout,
  listAddress,
  ROLLOUTS_PAGE,
  type RolloutPage,
  rolloutAddress,
  type WaitingRollout,
} from "./rollouts-data.ts";
import { RolloutBadge } from "./status-badge.tsx";
import { useTaskText } from "./use-task-text.ts";
import { countsOf } from "./wave-cells.ts";

type RolloutListProps = { rollouts: RolloutPage; page: number };

/** The user's rollouts, and those of others that wait for the user's confirmation. */
export function RolloutList({ rollouts: { list, total, waiting }, page }: RolloutListProps) {
  const { t } = useTranslation("rollouts");
  const isEmpty = list.length === 0 && page === 1;
  const add = (
    <Button asChild size="sm">
      <Link to="/rollouts?new">{t("add")}</Link>
    </Button>
  );
  return (
    <ListPage level={1} title={t("title")} text={t("lead")} tools={!isEmpty && add}>
      {waiting.length > 0 && <Waiting waiting={waiting} />}
      {isEmpty ? (
        <EmptyList>
          <Icon name="rollout" size="2.5rem" />
          <p role="status">{t("empty")}</p>
          {add}
        </EmptyList>
      ) : (
        <Rows aria-label={t("list")}>
          {list.map((rollout) => (
            <li key={rollout.rolloutId}>
              <Row rollout={rollout} />
            </li>
          ))}
        </Rows>
      )}
      <Pager page={page} pages={Math.ceil(total / ROLLOUTS_PAGE)} addressOf={listAddress} />
    </ListPage>
  );
}

function Row({ rollout }: { rollout: ListedRollout }) {
  const { t } = useTranslation("rollouts");
  const { titleOf } = useTaskText();
  const moment = useMoment();
  const { rolloutId, status, createTime, sites } = rollout;
  const counts = countsOf(sites);
  const { succeeded, failed, skipped, inProgress } = sites;
  const taking = succeeded + failed + inProgress + sites.pending + sites.unchecked;
  return (
    <>
      <p data-title>
        <Link to={rolloutAddress(rolloutId)}>
          <bdi>{titleOf(rollout)}</bdi>
        </Link>
        <RolloutBadge status={status} />
      </p>
      <ProgressBar counts={counts} />
      <small>
        <span>{t("progress.ended", { done: succeeded + failed, count: taking })}</span>
        {failed > 0 && <span data-failed>{t("progress.failed", { count: failed })}</span>}
        {inProgress > 0 && <span>{t("progress.inProgress", { count: inProgress })}</span>}
        {skipped > 0 && <span>{t("progress.skipped", { count: skipped })}</span>}
        <span data-time>{moment(createTime)}</span>
      </small>
    </>
  );
}

function Waiting({ waiting }: { waiting: readonly WaitingRollout[] }) {
  const { t } = useTranslation("rollouts");
  const { titleOf } = useTaskText();
  const moment = useMoment();
  const id = useId();
  return (
    <WaitingCard aria-labelledby={id}>
      <h2 id={id}>{t("waiting.title")}</h2>
      <p>{t("waiting.text")}</p>
      <ul>
        {waiting.map((rollout) => (
          <li key={rollout.rolloutId}>
            <span>
              <b>
                <bdi>{titleOf(rollout)}</bdi>
              </b>
              <small>
                {rollout.by === ""
                  ? t("byDeleted", { time: moment(rollout.createTime) })
                  : t("by", { name: rollout.by, time: moment(rollout.createTime) })}
              </small>
            </span>
            <Button asChild size="sm" variant="outline">
              <Link
                to={rolloutAddress(rollout.rolloutId)}
                aria-label={t("waiting.openOne", { name: titleOf(rollout) })}
              >
                {t("waiting.open")}
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </WaitingCard>
  );
}

const Rows = styled("ul", {
  layerStyle: "card",
  listStyleType: "none",
  overflow: "hidden",
  "& > li": {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    gap: "2",
    px: { base: "4", md: "5" },
    py: "4",
    _hover: { bg: "bg.hover" },
  },
  "& > li + li": { borderTopWidth: "1px" },
  "& [data-title]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: "3",
    rowGap: "1",
  },
  "& a": {
    fontWeight: "medium",
    textStyle: "md",
    minW: "0",
    overflowWrap: "anywhere",
    // The whole row is the target.
    _after: { content: '""', position: "absolute", inset: "0" },
  },
  "& small": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    color: "fg.muted",
    textStyle: "xs",
    fontVariantNumeric: "tabular-nums",
  },
  "& [data-failed]": { color: "fault", fontWeight: "medium" },
  "& [data-time]": { ms: "auto" },
});

const WaitingCard = styled("section", {
  borderWidth: "1px",
  borderColor: "warning.fill",
  borderRadius: "xl",
  bg: "warning.wash",
  px: { base: "4", md: "5" },
  py: "4",
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& ul": { listStyleType: "none", mt: "2" },
  "& li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "2",
    py: "2",
  },
  "& span": { minW: "0", flex: "1 1 14rem" },
  "& b": { fontWeight: "medium", overflowWrap: "anywhere" },
  "& small": { display: "block", textStyle: "xs", color: "fg.muted" },
});
