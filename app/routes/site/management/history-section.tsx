import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Avatar } from "#app/ui/avatar/avatar.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { MembershipChange } from "./management-data.ts";
import { Empty } from "./styles.ts";
import { useAccessText } from "./use-access-text.ts";

type HistorySectionProps = {
  history: { list: readonly MembershipChange[]; page: number; pages: number };
  timeZone: string;
  addressOf: (page: number) => string;
};

/** Changes of access, the newest first. */
export function HistorySection({ history, timeZone, addressOf }: HistorySectionProps) {
  const { t } = useTranslation("management");
  return (
    <Section stacked title={t("history.title")} text={t("history.text")}>
      {history.list.length === 0 ? (
        <Empty>{t("history.empty")}</Empty>
      ) : (
        <Timeline>
          {history.list.map((change) => (
            <ChangeRow key={change.id} change={change} timeZone={timeZone} />
          ))}
        </Timeline>
      )}
      <Pager page={history.page} pages={history.pages} addressOf={addressOf} />
    </Section>
  );
}

/** Changes whose text begins with the person whom they concern; languages inflect the others. */
const SUBJECTS: ReadonlySet<string> = new Set([
  "accepted",
  "applied",
  "left",
  "madeDealer",
  "transferAccepted",
]);

function ChangeRow({ change, timeZone }: { change: MembershipChange; timeZone: string }) {
  const { t } = useTranslation("management");
  const accessText = useAccessText(timeZone);
  const { kind, by, person, oldRole, newRole, oldEndsAt, newEndsAt } = change;
  const deleted = SUBJECTS.has(kind) ? "history.deletedSubject" : "history.deletedObject";
  const isOffer = kind === "invited";
  const isChanged =
    (oldRole !== newRole || oldEndsAt !== newEndsAt) &&
    kind !== "invitationWithdrawn" &&
    kind !== "declined";
  return (
    <li>
      <Avatar header={null} name={by?.name ?? person?.name ?? "·"} />
      <div>
        <p>
          {t(`history.kinds.${kind}`, {
            by: by?.name ?? t("history.deletedSubject"),
            person: person?.name ?? t(deleted),
            email: change.email ?? t("history.deletedAddress"),
          })}
        </p>
        {isChanged && (
          <p>
            {!isOffer && (
              <>
                <span>{accessText(oldRole, oldEndsAt)}</span>
                <Icon name="chevron" size="0.75rem" />
              </>
            )}
            <span>{accessText(newRole, newEndsAt)}</span>
          </p>
        )}
        <Moment at={change.time} timeZone={timeZone} />
      </div>
    </li>
  );
}

const Timeline = styled("ol", {
  listStyleType: "none",
  "& > li": {
    display: "flex",
    gap: "3",
    pb: "4",
    position: "relative",
    textStyle: "sm",
    minW: "0",
  },
  // The line between two entries.
  "& > li:not(:last-of-type)::before": {
    content: '""',
    position: "absolute",
    top: "8",
    bottom: "1",
    insetStart: "3.5",
    w: "1px",
    bg: "border",
  },
  "& > li > div": {
    flex: "1",
    minW: "0",
    overflowWrap: "anywhere",
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 1fr) auto" },
    columnGap: "4",
    alignContent: "start",
  },
  "& li time": { md: { gridArea: "1 / 2", lineHeight: "1.25rem" } },
  "& p": { gridColumn: "1" },
  "& p + p": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "1.5",
    textStyle: "xs",
    color: "fg.muted",
  },
  "& svg": { flexShrink: "0", _rtl: { transform: "scaleX(-1)" } },
  "& time": { textStyle: "xs", color: "fg.muted" },
});
