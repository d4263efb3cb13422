import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { FileButton } from "#app/ui/crop/file-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { formatPercent } from "#domain/units/format-quantity.ts";
import { uploadArchive } from "./upload-archive.ts";

const PERCENT = 100;
/** Largest ZIP without the 64-bit extension, which archives do not use. */
const MAX_BYTES = 2 ** 32 - 2;

type State =
  | { kind: "idle" | "done" | "tooLarge" }
  | { kind: "uploading"; share: number }
  | { kind: "failed"; message: string };

/** Uploads an archive, which the server then verifies and imports. */
export function ArchiveImport() {
  const { t, i18n } = useTranslation("archives");
  const { revalidate } = useRevalidator();
  const isHydrated = useHydrated();
  const [state, setState] = useState<State>({ kind: "idle" });
  const ended = useRef<AbortController>(null);
  useEffect(() => () => ended.current?.abort(), []);
  const language = i18n.language;

  const start = async (file: File) => {
    if (file.size > MAX_BYTES) return setState({ kind: "tooLarge" });
    ended.current = new AbortController();
    const { signal } = ended.current;
    setState({ kind: "uploading", share: 0 });
    const onProgress = (share: number) => setState({ kind: "uploading", share });
    try {
      await uploadArchive(file, { language, signal, onProgress });
      setState({ kind: "done" });
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      if (!signal.aborted) setState({ kind: "failed", message });
    }
    void revalidate();
  };

  return (
    <Part aria-labelledby="archive-import">
      <h3 id="archive-import">{t("import.title")}</h3>
      <p>{t("import.text")}</p>
      {isHydrated && state.kind !== "uploading" && (
        <FileButton
          label={t("import.choose")}
          hint={t("import.hint")}
          accept="application/zip,.zip"
          onChoose={(file) => void start(file)}
        />
      )}
      {!isHydrated && <p>{t("import.scripts")}</p>}
      <div aria-live="polite">
        {state.kind === "uploading" && (
          <>
            <p>
              {t("import.uploading")} {formatPercent(Math.floor(state.share * PERCENT), language)}
            </p>
            <progress max={1} value={state.share} aria-label={t("progress")} />
          </>
        )}
        {state.kind === "done" && <Notice tone="good">{t("import.done")}</Notice>}
        {state.kind === "tooLarge" && <Notice tone="fault">{t("import.tooLarge")}</Notice>}
        {state.kind === "failed" && (
          <Notice tone="fault">{state.message === "" ? t("import.failed") : state.message}</Notice>
        )}
      </div>
    </Part>
  );
}

const Part = styled("section", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  textStyle: "sm",
  "& h3": { fontWeight: "semibold" },
  "& > p": { color: "fg.muted" },
  "& progress": { w: "full", h: "2", accentColor: "{colors.brand.solid}" },
});
