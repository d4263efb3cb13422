import { Suspense, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLiveValue } from "#app/live/live-context.ts";
import { styled } from "#app/theme/styled.tsx";
import { Avatar } from "#app/ui/avatar/avatar.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { ConnectionChip } from "./connection-chip.tsx";
import { LiveStatusBadge } from "./live-status-badge.tsx";
import { LocalTime } from "./local-time.tsx";
import { RecordingNotice } from "./recording-notice.tsx";

const AvatarDialog = lazyComponent(() => import("#app/ui/avatar/avatar-dialog.tsx"));

type Owner = { name: string; header: string | null; mayEdit: boolean };
type SiteHeaderProps = {
  name: string;
  timeZone: string;
  status: SiteStatus;
  now: number;
  /** Whether the server knows that the logger replays a recording; the logger reports it, too. */
  recording?: boolean;
  /** Absent if the user may not see the owner. */
  owner?: Owner;
};

/** Owner, name, status, local time and connection of the site, above each of its pages and above its share page. */
export function SiteHeader({
  name,
  timeZone,
  status,
  now,
  owner,
  recording = false,
}: SiteHeaderProps) {
  const isReplayed = (useLiveValue(SITE_ADDRESS.recording) ?? null) !== null;
  return (
    <Header>
      <div data-name>
        {owner && <OwnerAvatar {...owner} />}
        <h1>
          <bdi>{name}</bdi>
        </h1>
      </div>
      <LiveStatusBadge status={status} />
      <div data-connection-and-time>
        <LocalTime timeZone={timeZone} now={now} />
        <ConnectionChip timeZone={timeZone} />
      </div>
      {(recording || isReplayed) && <RecordingNotice />}
    </Header>
  );
}

/** Picture of the owner, who can change it here. */
function OwnerAvatar({ name, header, mayEdit }: Owner) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState<boolean | null>(null);
  const avatar = <Avatar header={header} name={name} />;
  if (!mayEdit) return <span title={name}>{avatar}</span>;
  return (
    <>
      <EditButton
        type="button"
        title={t("user.changePicture")}
        aria-label={t("user.changePicture")}
        onClick={() => setEditing(true)}
      >
        {avatar}
        <span>
          <Icon name="pencil" size="0.7rem" />
        </span>
      </EditButton>
      {isEditing !== null && (
        <Suspense>
          <AvatarDialog
            open={isEditing}
            isDefault={header === null}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const Header = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: "4",
  rowGap: "1",
  mb: { base: "2", lg: "3" },
  // Kept in one line with any length of the name.
  "& > [data-name]": { display: "flex", alignItems: "center", gap: "4", minW: "0" },
  "& h1": {
    textStyle: { base: "xl", md: "2xl" },
    fontWeight: "semibold",
    overflowWrap: "anywhere",
    minW: "0",
  },
  "& > [data-connection-and-time]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: { base: "3", md: "4" },
    rowGap: "1",
    ms: { md: "auto" },
  },
});

const EditButton = styled("button", {
  position: "relative",
  borderRadius: "full",
  cursor: "pointer",
  focusVisibleRing: "outside",
  // Fingers need 44 px, more than the picture has.
  _after: { content: '""', position: "absolute", inset: "-2" },
  "& > span:last-of-type": {
    position: "absolute",
    bottom: "-1",
    insetEnd: "-1.5",
    display: "flex",
    p: "0.5",
    borderRadius: "full",
    borderWidth: "1px",
    bg: "bg.panel",
    color: "fg.muted",
  },
  "&:hover > span:last-of-type": { color: "fg" },
});
