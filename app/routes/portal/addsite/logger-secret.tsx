import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Shows a logger's new secret, which is displayed only once. */
export function LoggerSecret({ secret }: { secret: string }) {
  const { t } = useTranslation("addsite");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Without a clipboard the user can select the text and copy it.
    await navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Secret>
      <h3>{t("secret.title")}</h3>
      <Notice tone="warning">{t("secret.once")}</Notice>
      <p>{t("secret.text")}</p>
      <div>
        <code dir="ltr">{secret}</code>
        <Button type="button" variant="outline" size="sm" onClick={copy}>
          {t("secret.copy")}
        </Button>
        <span aria-live="polite">{isCopied && t("secret.copied")}</span>
      </div>
    </Secret>
  );
}

const Secret = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  textStyle: "sm",
  "& h3": { fontWeight: "semibold" },
  "& > div:last-child": { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" },
  "& code": {
    fontFamily: "mono",
    textStyle: "md",
    px: "3",
    py: "1.5",
    borderRadius: "md",
    borderWidth: "1px",
    borderColor: "border",
    overflowWrap: "anywhere",
    userSelect: "all",
  },
  "& span[aria-live]": { color: "good" },
});
