import { useTranslation } from "#app/i18n/use-translation.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { EndField, RoleChoice } from "./access-level-fields.tsx";
import { DealerButton } from "./dealer-button.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { Application, KnownLink, ManagedSite, Member } from "./management-data.ts";
import { lastDayOf } from "./use-access-text.ts";

type AccessLevelDialogProps = {
  site: ManagedSite;
  onClose: () => void;
  /** Called with the share link if the removed user may know it. */
  onKnown?: (known: KnownLink) => void;
} & ({ member: Member; applicant?: never } | { applicant: Application; member?: never });

/** Edits the access level of a user or of an applicant. Loaded when it is first opened. */
export default function AccessLevelDialog(props: AccessLevelDialogProps) {
  const { site, member, applicant, onClose, onKnown } = props;
  const { t } = useTranslation("management");
  const { name, userId } = member ?? applicant;
  const ends = member?.endsAt ?? null;
  const day = ends === null ? "" : lastDayOf(ends, site.timeZone);
  const values = member
    ? { intent: "accessLevel", userId, endedAt: day }
    : { intent: "approve", userId };
  return (
    <FormDialog
      title={t(member ? "accessLevel.title" : "approval.title", { name })}
      submit={t(member ? "accessLevel.save" : "approval.submit")}
      values={values}
      aside={
        member &&
        site.isOwner && (
          <DealerButton
            member={member}
            onDone={({ known }) => {
              if (known) onKnown?.(known);
              onClose();
            }}
          />
        )
      }
      onClose={onClose}
    >
      {(result) => (
        <>
          <RoleChoice
            legend={t("accessLevel.role")}
            site={site}
            chosen={member?.role ?? SITE_ROLE.monitor}
            lowest={member?.dealer ? SITE_ROLE.full : SITE_ROLE.monitor}
          />
          <EndField site={site} day={day} result={result} />
        </>
      )}
    </FormDialog>
  );
}
