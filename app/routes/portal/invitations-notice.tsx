import { Box, Button, chakra, Flex, Heading, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { Refusal } from "#app/forms/refusal.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { StyledNotice } from "#app/ui/styled-notice.tsx";
import { useZoneRules } from "#app/ui/use-zone-rules.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import { useAccessText } from "../site/management/use-access-text.ts";
import type { loader } from "./invitations.ts";

const Row = chakra("li");

type Listed = NonNullable<ReturnType<typeof useFetcher<typeof loader>>["data"]>;
type Invitation = Listed["list"][number];
type Transfer = Listed["transfers"][number];

/**
 * Shows the user's invitations and pending transfers of ownership above the list of sites, or nothing if there are none.
 * Loaded after the list.
 */
export default function InvitationsNotice() {
  const { load, data } = useFetcher<typeof loader>();
  useEffect(() => {
    void load("/invitations");
  }, [load]);
  if (data === undefined || data.list.length + data.transfers.length === 0) return null;
  return <Invitations {...data} />;
}

/** Uses Chakra's own styles, because it loads too late for the stylesheet. */
function Invitations({ list, transfers }: Listed) {
  usePageTexts("management");
  const { t } = useTranslation("management");
  return (
    <Box as="section" aria-labelledby="invitations" layerStyle="card" px="4" pt="4" pb="1" mb="4">
      <Heading as="h2" id="invitations" tabIndex={-1} textStyle="md" fontWeight="semibold" mb="2">
        {t("invitations.title")}
      </Heading>
      <Flex as="ul" direction="column" listStyleType="none">
        {list.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Flex>
      <Box aria-live="polite">
        {transfers.map((transfer) => (
          <PendingTransfer key={`${transfer.siteName} ${transfer.effectiveAt}`} {...transfer} />
        ))}
      </Box>
    </Box>
  );
}

/** When the user becomes the owner of a site. */
function PendingTransfer({ siteName, timeZoneId, zoneRules, effectiveAt }: Transfer) {
  const { t, i18n } = useTranslation("management");
  useZoneRules(timeZoneId, zoneRules);
  const time = formatTimeText(effectiveAt, timeZoneId, i18n.language);
  return (
    <StyledNotice tone="info" mb="3">
      {t("invitations.pending", { site: siteName, time })}
    </StyledNotice>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation("management");
  useZoneRules(invitation.timeZoneId, invitation.zoneRules);
  const accessText = useAccessText(invitation.timeZoneId);
  const { Form, busy, outcome } = useOwnForm(null);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const left = row.current;
    return () => {
      if (left?.contains(document.activeElement)) document.getElementById("invitations")?.focus();
    };
  }, []);
  const { id, siteName, invitedBy, as, role, endsAt } = invitation;
  const site = siteName;
  const what = {
    member: t("invitations.asMember", { role: accessText(role, endsAt) }),
    owner: t("invitations.asOwner"),
    dealer: t("invitations.asDealer"),
  }[as];
  return (
    <Row
      ref={row}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      py="3"
      borderTopWidth="1px"
      borderColor="border.muted"
    >
      <Box flex="1 1 14rem" minW="0" overflowWrap="anywhere">
        <Text textStyle="sm" fontWeight="medium">
          {invitedBy === null
            ? t("invitations.from", { site })
            : t("invitations.by", { by: invitedBy, site })}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          {what}
        </Text>
      </Box>
      <Form method="post" action="/invitations">
        <input type="hidden" name="id" value={id} />
        <Flex gap="2">
          <Button
            type="submit"
            name="intent"
            value="accept"
            size="sm"
            loading={busy}
            aria-label={t("invitations.acceptOne", { site })}
          >
            {t("invitations.accept")}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="decline"
            size="sm"
            variant="outline"
            colorPalette="gray"
            disabled={busy}
            aria-label={t("invitations.declineOne", { site })}
          >
            {t("invitations.decline")}
          </Button>
        </Flex>
      </Form>
      <Refusal result={outcome} w="full" />
    </Row>
  );
}
