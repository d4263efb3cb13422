import { Flex, Heading } from "@chakra-ui/react";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { useLive } from "../../../live/live-context.ts";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { ConnectionChip } from "./connection-chip.tsx";
import { LocalTime } from "./local-time.tsx";

type SiteHeaderProps = { name: string; timeZone: string; status: SiteStatus; now: number };

/** Name, status, local time and connection of the site, above each of its pages. */
export function SiteHeader({ name, timeZone, status, now }: SiteHeaderProps) {
  const liveStatus = useLive((site) => site.view?.siteStatus);
  return (
    <Flex wrap="wrap" align="center" columnGap="4" rowGap="2" mb={{ base: "4", lg: "5" }}>
      <Heading
        as="h1"
        textStyle={{ base: "xl", md: "2xl" }}
        fontWeight="semibold"
        overflowWrap="anywhere"
        minW="0"
      >
        <bdi>{name}</bdi>
      </Heading>
      <StatusBadge status={liveStatus ?? status} />
      <Flex align="center" gap="4" ms={{ md: "auto" }} wrap="wrap" rowGap="2">
        <LocalTime timeZone={timeZone} now={now} />
        <ConnectionChip timeZone={timeZone} />
      </Flex>
    </Flex>
  );
}
