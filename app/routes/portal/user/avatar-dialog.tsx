import { Button, Dialog, Portal } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { uploadFile } from "#app/api/upload-file.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { isSignedOutStatus } from "#app/signed-out-status.ts";
import { type Cut, cropPicture } from "#app/ui/crop/crop-picture.ts";
import { FileButton } from "#app/ui/crop/file-button.tsx";
import { PictureCropper } from "#app/ui/crop/picture-cropper.tsx";
import { LEAVE_AFTER_MS } from "#app/ui/leave-delay.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";

type AvatarDialogProps = {
  open: boolean;
  isDefault: boolean;
  onClose: () => void;
  /** @param path of the uploaded picture; empty is the default avatar */
  onSave: (path: string) => void;
};

/** Size of the stored picture, px. */
const SIZE = { width: 400, height: 400 };

/** Loaded when it is first opened. */
export default function AvatarDialog({ open, isDefault, onClose, onSave }: AvatarDialogProps) {
  usePageTexts("user", "branding");
  const { t, i18n } = useTranslation(["user", "common", "branding"]);
  const problemText = useProblemText();
  const navigate = useNavigate();
  const [useDefault, setUseDefault] = useState(isDefault);
  const [picture, setPicture] = useState<string | null>(null);
  const [cut, setCut] = useState<Cut | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);

  const choose = (file: File) => {
    setFailure(null);
    setCut(null);
    setUseDefault(false);
    setPicture(URL.createObjectURL(file));
  };
  const expire = () => {
    setFailure(problemText("sessionEnded"));
    setTimeout(() => navigate("/login?redirect=/user&reason=expired"), LEAVE_AFTER_MS);
  };
  const upload = async (address: string, part: Cut) => {
    const uploaded = await uploadFile(
      "POST /basic/v2/upload/image",
      await cropPicture(address, part, SIZE),
      i18n,
    );
    if (uploaded.isOk) onSave(uploaded.data);
    else if (isSignedOutStatus(uploaded.status)) expire();
    else setFailure(uploaded.message ?? t("branding:crop.failed"));
  };
  const save = async () => {
    if (busy) return;
    if (useDefault) return onSave("");
    if (picture === null || cut === null) return setFailure(t("avatar.none"));
    setBusy(true);
    setFailure(null);
    await upload(picture, cut).catch(() => setFailure(problemText("noPicture")));
    setBusy(false);
  };

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="lg"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content maxW="650px">
            <Dialog.Header pb="2">
              <Dialog.Title>{t("avatar.dialog")}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0" display="flex" flexDirection="column" gap="4">
              <DefaultSwitch on={useDefault} onChange={setUseDefault} />
              {!useDefault && (
                <>
                  <FileButton label={t("avatar.file")} hint={t("avatar.hint")} onChoose={choose} />
                  {picture !== null && (
                    <PictureCropper
                      // Another picture resets the cropper.
                      key={picture}
                      picture={picture}
                      ratio={1}
                      round
                      height="min(600px, 45dvh)"
                      onCrop={setCut}
                      onBroken={() => setFailure(problemText("noPicture"))}
                    />
                  )}
                </>
              )}
              {failure !== null && <Notice tone="fault">{failure}</Notice>}
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" colorPalette="gray" onClick={onClose}>
                {t("common:actions.cancel")}
              </Button>
              <Button onClick={save} loading={busy}>
                {t("save")}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function DefaultSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation("user");
  return (
    <Switch>
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {t("avatar.useDefault")}
    </Switch>
  );
}
