import { type ReactNode, Suspense, useState } from "react";
import { Outcome, Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import type { Application, Invitation, ManagedSite } from "./management-data.ts";
import { PersonRow } from "./member-row.tsx";
import { RowButton } from "./row-button.tsx";
import { Actions, Empty, Message, People } from "./styles.ts";
import { lastDayText, useAccessText } from "./use-access-text.ts";

const AccessLevelDialog = lazyComponent(() => import("./access-level-dialog.tsx"));

type WaitingSectionProps = {
  applications: readonly Application[];
  invitations: readonly Invitation[];
  site: ManagedSite;
};

/** Lists applications for access and pending invitations. */
export function WaitingSection({ applications, invitations, site }: WaitingSectionProps) {
  const { t, i18n } = useTranslation("management");
  const [approved, setApproved] = useState<Application | null>(null);
  const isEmpty = applications.length + invitations.length === 0;
  return (
    <Section stacked title={t("waiting.title")} text={t("waiting.text")}>
      {isEmpty ? (
        <Empty>{t("waiting.empty")}</Empty>
      ) : (
        <People>
          {applications.map((one) => (
            <PersonRow
              key={one.userId}
              // Users without access show no picture.
              header={null}
              name={one.name}
              detail={
                <>
                  <bdi dir="ltr">{one.account}</bdi>
                  {" · "}
                  {t("waiting.asked", {
                    time: formatTimeText(one.createTime, site.timeZone, i18n.language),
                  })}
                  {one.message !== "" && <Message dir="auto">{one.message}</Message>}
                </>
              }
            >
              {site.mayManage && (
                <>
                  <Actions>
                    <RowButton
                      name={t("waiting.approveOne", { name: one.name })}
                      onClick={() => setApproved(one)}
                    >
                      {t("waiting.approve")}
                    </RowButton>
                  </Actions>
                  <EndForm
                    values={{ intent: "refuse", userId: one.userId }}
                    name={t("waiting.refuseOne", { name: one.name })}
                  >
                    {t("waiting.refuse")}
                  </EndForm>
                </>
              )}
            </PersonRow>
          ))}
          {invitations.map((one) => (
            <InvitationRow key={`invitation-${one.id}`} invitation={one} site={site} />
          ))}
        </People>
      )}
      <Suspense>
        {approved !== null && (
          <AccessLevelDialog site={site} applicant={approved} onClose={() => setApproved(null)} />
        )}
      </Suspense>
    </Section>
  );
}

function InvitationRow({ invitation, site }: { invitation: Invitation; site: ManagedSite }) {
  const { t, i18n } = useTranslation("management");
  const accessText = useAccessText(site.timeZone);
  const { id, email, as, role, endsAt, expires } = invitation;
  const by = invitation.invitedBy ?? t("history.deletedObject");
  const what = {
    member: t("waiting.member", { by, role: accessText(role, endsAt) }),
    owner: t("waiting.asOwner", { by }),
    dealer: t("waiting.asDealer", { by }),
  }[as];
  const isWithdrawable =
    site.isOwner || (site.mayManage && as === "member" && role !== SITE_ROLE.administrator);
  return (
    <PersonRow
      header={null}
      name={email}
      detail={[
        what,
        t("waiting.expires", { date: lastDayText(expires, site.timeZone, i18n.language) }),
      ].join(" · ")}
    >
      {isWithdrawable && (
        <EndForm
          values={{ intent: "withdraw", invitationId: id }}
          name={t("waiting.withdrawOne", { email })}
        >
          {t("waiting.withdraw")}
        </EndForm>
      )}
    </PersonRow>
  );
}

type EndFormProps = { values: Record<string, string | number>; name: string; children: ReactNode };

/** Button that ends an application or invitation, with the reason if it fails. */
export function EndForm({ values, name, children }: EndFormProps) {
  const { Form, busy, outcome } = useOwnForm(null);
  return (
    <>
      <Form method="post">
        {Object.entries(values).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <RowButton name={name} danger busy={busy}>
          {children}
        </RowButton>
      </Form>
      <Outcome result={outcome} done="" />
    </>
  );
}
