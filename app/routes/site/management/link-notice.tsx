import { useRef } from "react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { KnownLink, MemberExtra } from "./management-data.ts";
import { RowButton } from "./row-button.tsx";

/**
 * Reports that a removed user may know the share link and offers to renew it; afterwards reports that the old link is
 * invalid.
 */
export function LinkNotice({ known }: { known: KnownLink }) {
  const { t } = useTranslation("management");
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus was removed.
  const { Form, busy, outcome } = useOwnForm<MemberExtra>(null, {
    owns: (posted) => posted.intent === "renewLink" && posted.known?.userId === known.userId,
    onDone: () => box.current?.focus(),
  });
  const isRenewed = outcome?.problem === null;
  return (
    <Box ref={box} tabIndex={-1}>
      {isRenewed ? (
        <Notice tone="good">{t("link.renewed")}</Notice>
      ) : (
        <>
          <Notice tone="info">{t("link.known", { name: known.name })}</Notice>
          <Form method="post">
            <input type="hidden" name="intent" value="renewLink" />
            <input type="hidden" name="userId" value={known.userId} />
            <input type="hidden" name="name" value={known.name} />
            <input type="hidden" name="shareId" value={known.shareId} />
            <RowButton name={t("link.renew")} busy={busy}>
              {t("link.renew")}
            </RowButton>
          </Form>
          <Outcome result={outcome} done="" />
        </>
      )}
    </Box>
  );
}

const Box = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "2",
  overflowWrap: "anywhere",
  "& *": { overflowWrap: "anywhere" },
});
