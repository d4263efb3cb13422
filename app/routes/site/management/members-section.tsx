import { Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { LiveRegion, Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { LinkNotice } from "./link-notice.tsx";
import type { KnownLink, ManagedSite, Member, MemberResult } from "./management-data.ts";
import { MemberRow } from "./member-row.tsx";
import { Empty, GroupTitle, People } from "./styles.ts";

const InviteDialog = lazyComponent(() => import("./invite-dialog.tsx"));
const AccessLevelDialog = lazyComponent(() => import("./access-level-dialog.tsx"));
const ConfirmDialog = lazyComponent(() => import("./confirm-dialog.tsx"));

type Opened =
  | { dialog: "invite" }
  | { dialog: "accessLevel"; member: Member }
  | { dialog: "remove"; member: Member };

type MembersSectionProps = {
  members: readonly Member[];
  site: ManagedSite;
  /** Result of a form that was sent without scripts. */
  sent: MemberResult | null | undefined;
};

/** Lists the site's users, those with full function first. */
export function MembersSection({ members, site, sent }: MembersSectionProps) {
  const { t } = useTranslation("management");
  const [opened, setOpened] = useState<Opened | null>(null);
  const [invited, setInvited] = useState("");
  // Removed users, each with the share link that they may know.
  const [removals, setRemovals] = useState<readonly (KnownLink | null)[]>([]);
  const close = () => setOpened(null);
  const posted = removals.length === 0 ? sent : null;
  const known = posted ? posted.known : removals.at(-1);
  const addRemoval = (one: KnownLink | null) => setRemovals([...removals, one]);
  const rowsOf = (those: readonly Member[]) =>
    those.length === 0 ? (
      <Empty>{t("groups.none")}</Empty>
    ) : (
      <People>
        {those.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            site={site}
            onEdit={() => setOpened({ dialog: "accessLevel", member })}
            onRemove={() => setOpened({ dialog: "remove", member })}
          />
        ))}
      </People>
    );
  return (
    <Section
      stacked
      title={t("title")}
      text={t("lead")}
      aside={
        site.mayManage && (
          <Button size="sm" onClick={() => setOpened({ dialog: "invite" })}>
            {t("invite.action")}
          </Button>
        )
      }
    >
      <LiveRegion aria-live="polite">
        {invited !== "" && <Notice tone="good">{t("invite.done", { email: invited })}</Notice>}
      </LiveRegion>
      <LiveRegion aria-live="polite">
        {known && <LinkNotice key={removals.length} known={known} />}
      </LiveRegion>
      <GroupTitle>{t("groups.full")}</GroupTitle>
      <p>{t("groups.fullText")}</p>
      {rowsOf(members.filter(({ role }) => role !== SITE_ROLE.monitor))}
      <GroupTitle>{t("groups.normal")}</GroupTitle>
      <p>{t("groups.normalText")}</p>
      {rowsOf(members.filter(({ role }) => role === SITE_ROLE.monitor))}
      <Suspense>
        {opened?.dialog === "invite" && (
          <InviteDialog site={site} onClose={close} onInvited={setInvited} />
        )}
        {opened?.dialog === "accessLevel" && (
          <AccessLevelDialog
            site={site}
            member={opened.member}
            onClose={close}
            onKnown={addRemoval}
          />
        )}
        {opened?.dialog === "remove" && (
          <ConfirmDialog
            title={t("removal.title", { name: opened.member.name })}
            text={t("removal.text", { name: opened.member.name })}
            submit={t("removal.submit")}
            values={{ intent: "remove", userId: opened.member.userId, name: opened.member.name }}
            onDone={(result) => addRemoval(result.known ?? null)}
            onClose={close}
          />
        )}
      </Suspense>
    </Section>
  );
}
