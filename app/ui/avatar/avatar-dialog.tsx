import { Button, Dialog, Portal } from "@chakra-ui/react";
import { Refusal } from "#app/forms/refusal.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "../notice.tsx";
import { useCloseWhenSaved } from "../use-close-when-saved.ts";
import { useExpiry } from "../use-expiry.ts";
import { PhotoFields } from "./photo-fields.tsx";
import { usePhotoDraft } from "./use-photo-draft.ts";

type AvatarDialogProps = {
  open: boolean;
  /** Whether the user has the default picture at present. */
  isDefault: boolean;
  onClose: () => void;
};

/** Changes the user's own profile picture. It starts with the current one each time it opens. */
export default function AvatarDialog({ open, onClose, isDefault }: AvatarDialogProps) {
  usePageTexts("user", "branding");
  const { t } = useTranslation("user");
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="lg"
      unmountOnExit
      lazyMount
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content maxW="650px">
            <Dialog.Header pb="2">
              <Dialog.Title>{t("avatar.dialog")}</Dialog.Title>
            </Dialog.Header>
            <PhotoForm isDefault={isDefault} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** A failure stays in the dialog; a success is confirmed before it closes (specification, section 8). */
function PhotoForm({ isDefault, onClose }: Omit<AvatarDialogProps, "open">) {
  const { t } = useTranslation(["user", "common", "branding"]);
  const { submit, busy, outcome, hasFailed } = useOwnForm(null, { drafts: "none" });
  const draft = usePhotoDraft(isDefault, useExpiry());
  const isSaved = outcome?.problem === null;
  useCloseWhenSaved(isSaved, onClose);
  const save = async () => {
    if (draft.isSending || busy) return;
    const header = await draft.upload();
    if (header !== null)
      void submit({ intent: "avatar", header }, { method: "post", action: "/user" });
  };
  return (
    <>
      <Dialog.Body pt="0" display="flex" flexDirection="column" gap="4">
        <PhotoFields draft={draft} />
        {hasFailed && <Notice tone="fault">{t("branding:crop.failed")}</Notice>}
        <Refusal result={outcome} message={Object.values(outcome?.problem?.fields ?? {})[0]} />
        {isSaved && <Notice tone="good">{t("branding:editor.saved")}</Notice>}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button onClick={save} loading={draft.isSending || busy}>
          {t("user:save")}
        </Button>
      </Dialog.Footer>
    </>
  );
}
