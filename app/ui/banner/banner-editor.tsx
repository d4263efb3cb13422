import { Button, Dialog, Portal } from "@chakra-ui/react";
import { Suspense, useRef, useState } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Banner } from "#domain/users/banner.ts";
import { MAX_BANNER_TEXT_LENGTH } from "#domain/users/default-banner.ts";
import type { UploadPhoto } from "../avatar/photo-part.tsx";
import { lazyComponent } from "../lazy-component.tsx";
import { Notice } from "../notice.tsx";
import { Switch } from "../switch.tsx";
import { useCloseWhenSaved } from "../use-close-when-saved.ts";
import { useExpiry } from "../use-expiry.ts";
import { useProblemText } from "../use-problem-text.ts";
import { BannerPicture } from "./banner-picture.tsx";
import { BannerTitle } from "./banner-title.tsx";
import { LayoutChoice } from "./layout-choice.tsx";
import { sizeIn } from "./layouts.ts";
import { PhonePlace } from "./phone-place.tsx";
import { PlaceGrid } from "./place-grid.tsx";
import { SlotEditor } from "./slot-editor.tsx";
import { useBannerDraft } from "./use-banner-draft.ts";

const PhotoPart = lazyComponent(() => import("../avatar/photo-part.tsx"));

/** The profile photo, which the editor changes as well; null for users whose editor has no such part. */
export type EditorPhoto = { isDefault: boolean } | null;

type BannerEditorProps = {
  open: boolean;
  banner: Banner;
  photo: EditorPhoto;
  /** Path to which the banner is sent. */
  action: string;
  onClose: () => void;
};

/** "Customize background" dialog. It starts with the current banner each time it opens. */
export default function BannerEditor({ open, onClose, ...rest }: BannerEditorProps) {
  usePageTexts("branding");
  const { t } = useTranslation("branding");
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
          <Dialog.Content maxW="680px">
            <Dialog.Header pb="4">
              <Dialog.Title>{t("banner.edit")}</Dialog.Title>
            </Dialog.Header>
            <EditorForm {...rest} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function EditorForm({ banner, photo, action, onClose }: Omit<BannerEditorProps, "open">) {
  const { t } = useTranslation(["branding", "common"]);
  const draft = useBannerDraft(banner);
  const [failure, setFailure] = useState<string | null>(null);
  const { submit, busy, outcome, hasFailed } = useOwnForm(null);
  const isSaved = outcome?.problem === null;
  useCloseWhenSaved(isSaved, onClose);
  const problemText = useProblemText();
  const leave = useExpiry();
  const expire = () => {
    setFailure(problemText("sessionEnded"));
    leave();
  };
  /** Uploads the profile photo; null while only the banner is edited. */
  const uploadPhoto = useRef<UploadPhoto | null>(null);
  const [isUploading, setUploading] = useState(false);
  const save = async () => {
    setFailure(draft.isWhole ? null : t("editor.none"));
    if (!draft.isWhole || isUploading) return;
    setUploading(true);
    const header = uploadPhoto.current === null ? undefined : await uploadPhoto.current();
    setUploading(false);
    if (header === null) return;
    const values = { intent: "save", banner: JSON.stringify(draft.banner) };
    void submit(header === undefined ? values : { ...values, header }, { method: "post", action });
  };
  const message = failure ?? (hasFailed ? t("editor.failed") : null);
  const [faulty] = Object.entries(outcome?.problem?.fields ?? {});
  const { useDefault, count, text, place, change } = draft;
  return (
    <>
      <Dialog.Body pt="0" display="flex" flexDirection="column" gap="4">
        <figure aria-label={t("editor.preview")}>
          <BannerPicture images={draft.banner.bannerImages} state="open">
            <BannerTitle banner={draft.banner} />
          </BannerPicture>
        </figure>
        <Switch>
          <input
            type="checkbox"
            checked={useDefault}
            onChange={({ currentTarget }) => change({ useDefault: currentTarget.checked })}
          />
          {t("editor.useDefault")}
        </Switch>
        {!useDefault && (
          <>
            <LayoutChoice count={count} onChoose={draft.setCount} />
            {draft.slots.slice(0, count).map((_, at) => (
              <SlotEditor
                // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its number
                key={at}
                number={at + 1}
                size={sizeIn(count)}
                onFilled={(path) => draft.fill(at, path)}
                onFailure={setFailure}
                onExpired={expire}
              />
            ))}
          </>
        )}
        <TextField
          name="bannerText"
          label={t("editor.title")}
          hint={t("editor.typed", { count: text.length, most: MAX_BANNER_TEXT_LENGTH })}
          result={outcome}
          value={text}
          dir="auto"
          maxLength={MAX_BANNER_TEXT_LENGTH}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <PlaceGrid
          legend={t("editor.place")}
          place={place}
          onChoose={(chosen) => change({ place: chosen })}
        />
        <PhonePlace draft={draft} />
        {photo !== null && (
          <Suspense>
            <PhotoPart isDefault={photo.isDefault} uploadRef={uploadPhoto} onExpired={expire} />
          </Suspense>
        )}
        {message !== null && <Notice tone="fault">{message}</Notice>}
        {message === null && faulty?.[0] !== "bannerText" && (
          <Refusal result={outcome} message={faulty?.[1]} />
        )}
        {isSaved && <Notice tone="good">{t("editor.saved")}</Notice>}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button onClick={save} loading={busy || isUploading}>
          {t("appearance.save")}
        </Button>
      </Dialog.Footer>
    </>
  );
}
