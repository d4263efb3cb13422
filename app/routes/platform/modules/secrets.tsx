import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { type ModuleSecrets, writeSecrets } from "./module-data.ts";

const FILE_NAME = "modules.csv";
/** Greatest number of rows that the field shows without scrolling. */
const MAX_ROWS = 8;

/** Generated check codes and secrets, which are shown only once. */
export function Secrets({ generated }: { generated: readonly ModuleSecrets[] }) {
  const { t } = useTranslation("platform");
  const id = useId();
  if (generated.length === 0) return null;
  const csv = writeSecrets(generated);
  return (
    <Box>
      <Notice tone="warning">{t("modules.secrets.once")}</Notice>
      <label htmlFor={id}>{t("modules.secrets.label")}</label>
      <textarea
        id={id}
        readOnly
        dir="ltr"
        rows={Math.min(MAX_ROWS, generated.length + 1)}
        value={csv}
      />
      <Button type="button" size="sm" variant="outline" onClick={() => saveFile(csv)}>
        {t("modules.secrets.download")}
      </Button>
    </Box>
  );
}

/** Downloads the values in the operator's browser. */
function saveFile(csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  // The browser has its own copy once the download has started.
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS);
}

const Box = styled("div", {
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  gap: "3",
  "& label": { fontWeight: "medium" },
  "& textarea": {
    w: "full",
    p: "3",
    fontFamily: "mono",
    textStyle: "xs",
    bg: "bg.sunken",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "md",
    whiteSpace: "pre",
    overflow: "auto",
    focusVisibleRing: "outside",
  },
});
