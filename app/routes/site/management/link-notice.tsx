import { useRef } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { styled } from "../../../theme/styled.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { KnownLink, MemberResult } from "./management-data.ts";
import { Refusal } from "./refusal.tsx";
import { RowButton } from "./row-button.tsx";
import { useMemberForm } from "./use-member-form.ts";

type LinkNoticeProps = {
  known: KnownLink;
  /** Result of the notice's form if it was sent without scripts. */
  sent: MemberResult | null | undefined;
};

/**
 * Reports that a removed user may know the share link and offers to renew it; afterwards reports that the old link is
 * invalid.
 */
export function LinkNotice({ known, sent }: LinkNoticeProps) {
  const { t } = useTranslation("management");
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus was removed.
  const { Form, busy, result } = useMemberForm(() => box.current?.focus());
  const renewal = result ?? (sent?.intent === "renewLink" ? sent : null);
  const isRenewed = renewal !== null && renewal.problem === null;
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
          <Refusal result={renewal} />
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
