import { Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { LiveRegion, Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatTimeText } from "#domain/units/date-text.ts";
import type { ManagedSite, PendingTransfer } from "./management-data.ts";
import { EndForm } from "./waiting-section.tsx";

const TransferOwnershipDialog = lazyComponent(() => import("./transfer-ownership-dialog.tsx"));
const ConfirmDialog = lazyComponent(() => import("./confirm-dialog.tsx"));

type TransferOwnershipProps = { site: ManagedSite; pending: PendingTransfer | null };

/** Lets the owner transfer the ownership of the site. */
export function TransferOwnershipSection({ site, pending }: TransferOwnershipProps) {
  const { t } = useTranslation("management");
  const [open, setOpen] = useState(false);
  const [offered, setOffered] = useState("");
  return (
    <Section
      stacked
      title={t("transferOwnership.title")}
      text={t("transferOwnership.text")}
      aside={
        pending === null && (
          <Button size="sm" variant="outline" colorPalette="danger" onClick={() => setOpen(true)}>
            {t("transferOwnership.action")}
          </Button>
        )
      }
    >
      {pending !== null && <Pending transfer={pending} timeZone={site.timeZone} />}
      <LiveRegion aria-live="polite">
        {pending === null && offered !== "" && (
          <Notice tone="good">{t("transferOwnership.done", { email: offered })}</Notice>
        )}
      </LiveRegion>
      <Suspense>
        {open && (
          <TransferOwnershipDialog
            site={site}
            onClose={() => setOpen(false)}
            onOffered={setOffered}
          />
        )}
      </Suspense>
    </Section>
  );
}

/** An accepted transfer that can still be withdrawn. */
function Pending({ transfer, timeZone }: { transfer: PendingTransfer; timeZone: string }) {
  const { t, i18n } = useTranslation("management");
  const { name, account, effectiveAt } = transfer;
  const time = formatTimeText(effectiveAt, timeZone, i18n.language);
  return (
    <Waiting>
      <Notice tone="warning">
        {t("transfer.pending", { name, email: account, time })} {t("transfer.until")}
      </Notice>
      <EndForm values={{ intent: "withdrawTransfer" }} name={t("transfer.withdraw")}>
        {t("transfer.withdraw")}
      </EndForm>
    </Waiting>
  );
}

const Waiting = styled("div", {
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  gap: "3",
});

/** Lets a user other than the owner leave the site. */
export function LeaveSection({ site }: { site: ManagedSite }) {
  const { t } = useTranslation("management");
  const [open, setOpen] = useState(false);
  return (
    <Section
      stacked
      title={t("leaving.title")}
      text={t("leaving.text")}
      aside={
        <Button size="sm" variant="outline" colorPalette="danger" onClick={() => setOpen(true)}>
          {t("leaving.action")}
        </Button>
      }
    >
      <Suspense>
        {open && (
          <ConfirmDialog
            title={t("leaving.ask", { site: site.name })}
            text={t("leaving.text")}
            submit={t("leaving.action")}
            values={{ intent: "leave" }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}
