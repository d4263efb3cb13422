import { useTranslation } from "#app/i18n/use-translation.ts";
import { EndField, RoleChoice } from "./access-level-fields.tsx";
import { DealerButton } from "./dealer-button.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { Application, KnownLink, Member, Place } from "./management-data.ts";
import { lastDayOf } from "./use-access-text.ts";

type AccessLevelDialogProps = {
  place: Place;
  onClose: () => void;
  /** Called with the share link if the removed user may know it. */
  onKnown?: (known: KnownLink) => void;
} & ({ member: Member; applicant?: never } | { applicant: Application; member?: never });

/** Edits the access level of a user or of an applicant. Loaded when it is first opened. */
export default function AccessLevelDialog(props: AccessLevelDialogProps) {
  const { place, member, applicant, onClose, onKnown } = props;
  const { t } = useTranslation("management");
  const { name, userId } = member ?? applicant;
  const ends = member?.endsAt ?? null;
  const day = ends === null ? "" : lastDayOf(ends, place.timeZone);
  const values = member ? { intent: "right", userId, endedAt: day } : { intent: "approve", userId };
  return (
    <FormDialog
      title={t(member ? "accessLevel.title" : "approval.title", { name })}
      submit={t(member ? "accessLevel.save" : "approval.submit")}
      values={values}
      aside={
        member &&
        place.isOwner && (
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
            place={place}
            chosen={member?.role ?? 3}
            least={member?.dealer ? 2 : 3}
          />
          <EndField place={place} day={day} result={result} />
        </>
      )}
    </FormDialog>
  );
}
