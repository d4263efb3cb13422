import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/api/call-api.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";

const FILE_NAME = "journal.jsonl";

type State = "idle" | "busy" | "done" | { refusal: string };

/** Exports the whole journal as a file, part by part. */
export function ExportButton({ siteKey }: { siteKey: string }) {
  const { t, i18n } = useTranslation("journal");
  const { revalidate } = useRevalidator();
  const isHydrated = useHydrated();
  const [state, setState] = useState<State>("idle");

  async function save() {
    setState("busy");
    const parts: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const input: { siteKey: string; after: number } = { siteKey, after };
      const part = await callApi("POST /site/v2/message/export", input, {
        language: i18n.language,
      });
      if (!part.isOk) return setState({ refusal: part.message ?? "" });
      parts.push(part.data.text);
      after = part.data.next;
    }
    saveFile(new Blob(parts, { type: "application/jsonl" }));
    setState("done");
    // The export is an entry itself.
    void revalidate();
  }

  return (
    <Tools>
      <Button
        variant="outline"
        size="sm"
        loading={state === "busy"}
        disabled={!isHydrated}
        onClick={save}
      >
        {t("export.action")}
      </Button>
      {state === "done" && <Notice tone="good">{t("export.done")}</Notice>}
      {typeof state === "object" && (
        <Notice tone="fault">{state.refusal === "" ? t("export.failed") : state.refusal}</Notice>
      )}
    </Tools>
  );
}

const Tools = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: "3",
});

/** Downloads the file in the user's browser. */
function saveFile(content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  // The browser has its own copy once the download has started.
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS);
}
