import { Button } from "@chakra-ui/react";
import { useId, useRef } from "react";
import { LiveRegion } from "#app/forms/section.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { FileButton } from "#app/ui/crop/file-button.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { MAX_FEEDBACK_PHOTOS } from "#domain/text-limits.ts";
import type { Photos } from "./use-photos.ts";

/** Chooses the photos of a message. They are sent with its form, as paths in hidden fields. */
export function PhotoPicker({ photos, result }: { photos: Photos; result: Refusable }) {
  const { t } = useTranslation("feedback");
  const problemText = useProblemText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { paths, isUploading, failure, add, remove } = photos;
  const refused = Object.entries(result?.problem?.fields ?? {}).find(([name]) =>
    name.startsWith("photos"),
  )?.[1];
  const fault = failure ?? (refused ? problemText(refused) : null);
  const drop = (path: string) => {
    remove(path);
    // The button that had the focus is gone.
    heading.current?.focus();
  };
  return (
    <Group role="group" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={heading}>
        {t("photos")}
      </h2>
      {paths.length > 0 && (
        <ul>
          {paths.map((path, place) => (
            <li key={path}>
              <img src={path} alt={t("photo", { number: place + 1 })} />
              <input type="hidden" name="photos" value={path} />
              <Button
                type="button"
                size="sm"
                variant="outline"
                colorPalette="gray"
                aria-label={t("remove", { number: place + 1 })}
                onClick={() => drop(path)}
              >
                <Icon name="close" size="1.1em" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {paths.length < MAX_FEEDBACK_PHOTOS ? (
        <FileButton
          label={t("addPhoto")}
          hint={t("photosText", { limit: MAX_FEEDBACK_PHOTOS })}
          onChoose={add}
        />
      ) : (
        <p>{t("full", { limit: MAX_FEEDBACK_PHOTOS })}</p>
      )}
      <noscript>
        <p>{t("noScripts")}</p>
      </noscript>
      <LiveRegion aria-live="polite">
        {isUploading && <p>{t("uploading")}</p>}
        {!isUploading && fault === null && paths.length > 0 && (
          <Said>{t("added", { number: paths.length })}</Said>
        )}
        {fault !== null && <Notice tone="fault">{fault}</Notice>}
      </LiveRegion>
    </Group>
  );
}

/** Announced, but not shown: the photo itself is visible. */
const Said = styled("p", { srOnly: true });

const Group = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  textStyle: "sm",
  "& > h2": { alignSelf: "flex-start", fontWeight: "medium" },
  "& > p": { color: "fg.muted" },
  "& > ul": { listStyleType: "none", display: "flex", flexWrap: "wrap", gap: "3" },
  "& li": { position: "relative", w: { base: "28", md: "36" } },
  "& img": {
    display: "block",
    w: "full",
    aspectRatio: "4 / 3",
    objectFit: "cover",
    borderRadius: "lg",
    bg: "bg.sunken",
  },
  "& li > button": {
    position: "absolute",
    top: "1",
    insetEnd: "1",
    minW: "9",
    px: "0",
    bg: "bg.panel",
    "@media (pointer: coarse)": { minW: "11", minH: "11" },
  },
});
