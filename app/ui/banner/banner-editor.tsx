import { Button, Dialog, Field, Flex, Input, Portal } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useFetcher, useLocation, useNavigate } from "react-router";
import type { FormResult } from "#app/forms/use-own-form.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Banner } from "#domain/users/banner.ts";
import { MAX_BANNER_TEXT_LENGTH } from "#domain/users/default-banner.ts";
import { LEAVE_AFTER_MS } from "../leave-delay.ts";
import { Notice } from "../notice.tsx";
import { Switch } from "../switch.tsx";
import { useProblemText } from "../use-problem-text.ts";
import { BannerPicture } from "./banner-picture.tsx";
import { BannerTitle } from "./banner-title.tsx";
import { LayoutChoice } from "./layout-choice.tsx";
import { sizeIn } from "./layouts.ts";
import { PlaceGrid } from "./place-grid.tsx";
import { SlotEditor } from "./slot-editor.tsx";
import { useBannerDraft } from "./use-banner-draft.ts";

/** Time to read the confirmation (specification, section 2). */
const CLOSE_AFTER_MS = 500;

type BannerEditorProps = {
  open: boolean;
  banner: Banner;
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

function EditorForm({ banner, action, onClose }: Omit<BannerEditorProps, "open">) {
  const { t } = useTranslation(["branding", "common"]);
  const draft = useBannerDraft(banner);
  const [failure, setFailure] = useState<string | null>(null);
  const { send, busy, isSaved, refused } = useSave(action, onClose);
  const expire = useExpiry(setFailure);
  const save = () => {
    setFailure(draft.isWhole ? null : t("editor.none"));
    if (draft.isWhole) send(draft.banner);
  };
  const message = failure ?? refused;
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
                // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
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
        <Field.Root>
          <Flex w="full" justify="space-between" gap="3">
            <Field.Label>{t("editor.title")}</Field.Label>
            <Field.HelperText>
              {t("editor.typed", { count: text.length, most: MAX_BANNER_TEXT_LENGTH })}
            </Field.HelperText>
          </Flex>
          <Input
            value={text}
            dir="auto"
            maxLength={MAX_BANNER_TEXT_LENGTH}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        </Field.Root>
        <PlaceGrid place={place} onChoose={(chosen) => change({ place: chosen })} />
        {message !== null && <Notice tone="fault">{message}</Notice>}
        {isSaved && <Notice tone="good">{t("editor.saved")}</Notice>}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button onClick={save} loading={busy}>
          {t("appearance.save")}
        </Button>
      </Dialog.Footer>
    </>
  );
}

/** Saves the banner, revalidates the pages that show it, and closes the dialog. */
function useSave(action: string, onClose: () => void) {
  const { t } = useTranslation("branding");
  const problemText = useProblemText();
  const { submit, data, state } = useFetcher<FormResult | null>();
  const busy = state !== "idle";
  const isSaved = !busy && data?.problem === null;
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(onClose, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSaved, onClose]);
  const problem = busy ? null : data?.problem;
  const said = problem && (Object.values(problem.fields)[0] ?? problem.message);
  return {
    send: (banner: Banner) =>
      void submit({ banner: JSON.stringify(banner) }, { method: "post", action }),
    busy,
    isSaved,
    refused: said ? problemText(said) : data === null && !busy ? t("editor.failed") : null,
  };
}

/** Redirects to the login after time to read why. */
function useExpiry(onMessage: (text: string) => void): () => void {
  const problemText = useProblemText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    onMessage(problemText("sessionEnded"));
    const query = new URLSearchParams({ redirect: pathname + search, reason: "expired" });
    setTimeout(() => navigate(`/login?${query}`), LEAVE_AFTER_MS);
  };
}
