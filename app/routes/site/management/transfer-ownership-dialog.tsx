import { Dialog } from "@chakra-ui/react";
import { TextField } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { FormDialog } from "./form-dialog.tsx";
import type { ManagedSite } from "./management-data.ts";

type TransferOwnershipDialogProps = {
  site: ManagedSite;
  onClose: () => void;
  onOffered: (email: string) => void;
};

/** Asks for the new owner and the site's name. Loaded when it is first opened. */
export default function TransferOwnershipDialog({
  site,
  onClose,
  onOffered,
}: TransferOwnershipDialogProps) {
  const { t } = useTranslation("management");
  return (
    <FormDialog
      danger
      title={t("transferOwnership.dialog", { site: site.name })}
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
            hint={t("transferOwnership.confirm", { site: site.name })}
            errorText={t("transferOwnership.otherName")}
            result={result}
          />
        </>
      )}
    </FormDialog>
  );
}
