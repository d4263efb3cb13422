import { Button, Dialog, Portal } from "@chakra-ui/react";
import { useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { LEAVE_AFTER_MS } from "../../../ui/leave-delay.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useProblemText } from "../../../ui/use-problem-text.ts";
import { type Area, cropPicture } from "./crop-picture.ts";
import { Picker, PickerButton, Switch } from "./fields.tsx";
import { PictureCropper } from "./picture-cropper.tsx";
import { uploadPicture } from "./upload-picture.ts";

type AvatarDialogProps = {
  open: boolean;
  isDefault: boolean;
  onClose: () => void;
  /** @param path of the uploaded picture; empty is the default avatar */
  onSave: (path: string) => void;
};

/** Loaded when it is first opened. */
export default function AvatarDialog({ open, isDefault, onClose, onSave }: AvatarDialogProps) {
  const { t, i18n } = useTranslation(["user", "common"]);
  const problemText = useProblemText();
  const navigate = useNavigate();
  const [useDefault, setUseDefault] = useState(isDefault);
  const [picture, setPicture] = useState<string | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);

  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    setFailure(null);
    setArea(null);
    setUseDefault(false);
    setPicture(URL.createObjectURL(file));
  };
  const expire = () => {
    setFailure(problemText("sessionEnded"));
    setTimeout(() => navigate("/login?redirect=/user&reason=expired"), LEAVE_AFTER_MS);
  };
  const upload = async (address: string, part: Area) => {
    const uploaded = await uploadPicture(await cropPicture(address, part), i18n.language);
    if ("path" in uploaded) onSave(uploaded.path);
    else if (uploaded.status === 401 || uploaded.status === 501) expire();
    else setFailure(uploaded.message ?? t("avatar.failed"));
  };
  const save = async () => {
    if (busy) return;
    if (useDefault) return onSave("");
    if (picture === null || area === null) return setFailure(t("avatar.none"));
    setBusy(true);
    setFailure(null);
    await upload(picture, area).catch(() => setFailure(problemText("noPicture")));
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
                  <FileField onChoose={choose} />
                  {picture !== null && (
                    <PictureCropper
                      picture={picture}
                      onCrop={setArea}
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

/** With a button of our own: the browser's speaks its own language, not that of the page. */
function FileField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const { t } = useTranslation("user");
  const id = useId();
  const [name, setName] = useState("");
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    setName(file.name);
    onChoose(file);
  };
  return (
    <Picker>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/gif"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      <PickerButton htmlFor={id}>{t("avatar.file")}</PickerButton>
      <bdi>{name}</bdi>
      <p id={`${id}-hint`}>{t("avatar.hint")}</p>
    </Picker>
  );
}
