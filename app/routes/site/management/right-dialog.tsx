import { useTranslation } from "../../../i18n/use-translation.ts";
import { DealerButton } from "./dealer-button.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { Application, KnownLink, Member, Place } from "./management-data.ts";
import { EndField, RoleChoice } from "./right-fields.tsx";
import { lastDayOf } from "./use-right-text.ts";

type RightDialogProps = {
  place: Place;
  onClose: () => void;
  /** Of whom is out by that and may know the site's link. */
  onKnown?: (known: KnownLink) => void;
} & ({ member: Member; applicant?: never } | { applicant: Application; member?: never });

/** What a member is to have, or somebody who asked to be one. Loaded when it is first opened. */
export default function RightDialog(props: RightDialogProps) {
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
              if (known !== null) onKnown?.(known);
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
