import { VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { isJournalWhat, type JournalWhat, kindOf } from "#domain/journal/journal-kinds.ts";
import { formatLocalSecond } from "#domain/units/local-time.ts";
import { type JournalEntry, KIND_ICONS, type ValueChange } from "./journal-data.ts";
import { toneOf, useEntryText } from "./use-entry-text.ts";

/** One entry: what happened, to what, from which value to which, and by whom. */
export function EntryRow({ entry, timeZone }: { entry: JournalEntry; timeZone: string }) {
  const { t } = useTranslation("journal");
  const describe = useEntryText(timeZone);
  const { subject, changes, outcome } = describe(entry);
  const { at, what, author, user } = entry;
  const kind = kindOf(what);
  const titleOf = (known: JournalWhat) => {
    const [ofKind, event] = known.split(".", 2) as ["site", "renamed"];
    return t(`events.${ofKind}.${event}`);
  };
  return (
    <Row data-tone={toneOf(entry)}>
      <span data-icon>
        <Icon name={kind === null ? "info" : KIND_ICONS[kind]} size="1.125rem" />
      </span>
      <div>
        <p data-title>{isJournalWhat(what) ? titleOf(what) : t("unknownEvent")}</p>
        {(subject !== "" || user !== null) && (
          <p>
            <bdi>{user === null ? subject : (user.name ?? t("deletedUser"))}</bdi>
          </p>
        )}
        {changes.map((change) => (
          <Change key={change.label} change={change} />
        ))}
        {outcome !== "" && <p data-outcome>{outcome}</p>}
      </div>
      <div data-meta>
        <time dateTime={new Date(at).toISOString()}>
          <bdi dir="ltr">{formatLocalSecond(at, timeZone).slice(11)}</bdi>
        </time>
        {author !== null && (
          <span>
            <Icon name="user" size="0.875rem" />
            <bdi>{author.name ?? t("deletedUser")}</bdi>
          </span>
        )}
      </div>
    </Row>
  );
}

function Change({ change: { label, from, to } }: { change: ValueChange }) {
  const { t } = useTranslation("journal");
  return (
    <p data-change>
      {label !== "" && <span>{label}</span>}
      {from !== null && (
        <>
          <bdi>{from}</bdi>
          <Icon name="chevron" size="0.75rem" mirrored />
          <VisuallyHidden>{t("changedTo")}</VisuallyHidden>
        </>
      )}
      <bdi data-to>{to}</bdi>
    </p>
  );
}

const Row = styled("li", {
  display: "flex",
  flexWrap: { base: "wrap", md: "nowrap" },
  columnGap: "3",
  rowGap: "1",
  px: { base: "3", md: "4" },
  py: "3",
  textStyle: "sm",
  minW: "0",
  "& [data-icon]": {
    flexShrink: "0",
    display: "grid",
    placeItems: "center",
    w: "9",
    h: "9",
    borderRadius: "full",
    bg: "bg.muted",
    color: "fg.muted",
  },
  "&[data-tone=fault] [data-icon]": { bg: "fault.wash", color: "fault" },
  "&[data-tone=warning] [data-icon]": { bg: "warning.wash", color: "warning" },
  "&[data-tone=good] [data-icon]": { bg: "good.wash", color: "good" },
  "&[data-tone=info] [data-icon]": { bg: "info.wash", color: "info" },
  "& > div": { minW: "0", overflowWrap: "anywhere" },
  "& > div:not([data-meta])": { flex: "1" },
  "& [data-title]": { fontWeight: "medium" },
  "& p:not([data-title])": { color: "fg.muted", mt: "0.5" },
  "& [data-change]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "1.5",
    "& svg": { flexShrink: "0" },
    "& [data-to]": { color: "fg" },
    "& > span": { _after: { content: '":"' } },
  },
  "& [data-meta]": {
    flexShrink: "0",
    w: { base: "full", md: "auto" },
    maxW: { md: "14rem" },
    // On a phone below the text, which begins after the icon.
    ps: { base: "12", md: "0" },
    display: "flex",
    flexDirection: { base: "row", md: "column" },
    alignItems: { base: "center", md: "flex-end" },
    columnGap: "3",
    rowGap: "1",
    textStyle: "xs",
    color: "fg.muted",
    textAlign: "end",
    "& > span": { display: "inline-flex", alignItems: "center", gap: "1" },
    "& svg": { flexShrink: "0" },
  },
});
