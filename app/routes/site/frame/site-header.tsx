import { Box, Flex, Heading } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { styled } from "#app/theme/styled.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { ConnectionChip } from "./connection-chip.tsx";
import { LocalTime } from "./local-time.tsx";

/** Loaded only for recordings, which are few. Its room is reserved meanwhile. */
const RecordingNotice = lazyComponent(() => import("./recording-notice.tsx"), {
  reportErrors: false,
  fallback: <Box w="full" minH={{ base: "8rem", md: "4rem" }} />,
});

type Owner = { name: string; header: string | null; isReader: boolean };
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
  const liveStatus = useLive((site) => site.view?.siteStatus);
  const isReplayed = useLive(({ view }) => (view?.values[SITE_ADDRESS.recording] ?? null) !== null);
  return (
    <Flex wrap="wrap" align="center" columnGap="4" rowGap="2" mb={{ base: "4", lg: "5" }}>
      {/* Kept in one line with any length of the name. */}
      <Flex align="center" gap="4" minW="0">
        {owner && <OwnerAvatar {...owner} />}
        <Heading
          as="h1"
          textStyle={{ base: "xl", md: "2xl" }}
          fontWeight="semibold"
          overflowWrap="anywhere"
          minW="0"
        >
          <bdi>{name}</bdi>
        </Heading>
      </Flex>
      <StatusBadge status={liveStatus ?? status} />
      <Flex align="center" gap="4" ms={{ md: "auto" }} wrap="wrap" rowGap="2">
        <LocalTime timeZone={timeZone} now={now} />
        <ConnectionChip timeZone={timeZone} />
      </Flex>
      {(recording || isReplayed) && <RecordingNotice />}
    </Flex>
  );
}

/** The user's own avatar links to the page that changes it. */
function OwnerAvatar({ name, header, isReader }: Owner) {
  const { t } = useTranslation();
  const avatar = <Avatar header={header} name={name} />;
  if (!isReader) return <span title={name}>{avatar}</span>;
  return (
    <OwnLink to="/user" aria-label={t("navigation.user")}>
      {avatar}
    </OwnLink>
  );
}

/** Fingers need 44 px, more than the picture has. */
const OwnLink = styled(Link, {
  position: "relative",
  _after: { content: '""', position: "absolute", inset: "-2" },
});
