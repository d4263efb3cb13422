import { Dialog } from "@chakra-ui/react";
import { TextField } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { FormDialog } from "./form-dialog.tsx";
import type { Place } from "./management-data.ts";

type TransferOwnershipDialogProps = {
  place: Place;
  onClose: () => void;
  onOffered: (email: string) => void;
};

/** Asks for the new owner and the site's name. Loaded when it is first opened. */
export default function TransferOwnershipDialog({
  place,
  onClose,
  onOffered,
}: TransferOwnershipDialogProps) {
  const { t } = useTranslation("management");
  const site = place.name;
  return (
    <FormDialog
      danger
      title={t("transferOwnership.dialog", { site })}
      submit={t("transferOwnership.submit")}
      values={{ intent: "transferOwnership" }}
      onClose={onClose}
      onDone={({ values }) => onOffered(values.email ?? "")}
    >
      {(result) => (
        <>
          <Dialog.Description>{t("transferOwnership.effect")}</Dialog.Description>
          <TextField
            name="email"
            type="email"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            label={t("transferOwnership.email")}
            result={result}
          />
          <TextField
            name="siteName"
            autoComplete="off"
            label={t("transferOwnership.name")}
            hint={t("transferOwnership.confirm", { site })}
            errorText={t("transferOwnership.otherName")}
            result={result}
          />
        </>
      )}
    </FormDialog>
  );
}
