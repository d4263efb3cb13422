import { Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { Place } from "./management-data.ts";
import { Section, Told } from "./pieces.tsx";

const HandOverDialog = lazyPart(() => import("./hand-over-dialog.tsx"));
const ConfirmDialog = lazyPart(() => import("./confirm-dialog.tsx"));

/** How the owner gives the site to somebody else. */
export function HandOverSection({ place }: { place: Place }) {
  const { t } = useTranslation("management");
  const [open, setOpen] = useState(false);
  const [offered, setOffered] = useState("");
  return (
    <Section
      title={t("handOver.title")}
      text={t("handOver.text")}
      aside={
        <Button size="sm" variant="outline" colorPalette="danger" onClick={() => setOpen(true)}>
          {t("handOver.action")}
        </Button>
      }
    >
      <Told aria-live="polite">
        {offered !== "" && <Notice tone="good">{t("handOver.done", { email: offered })}</Notice>}
      </Told>
      <Suspense>
        {open && (
          <HandOverDialog place={place} onClose={() => setOpen(false)} onOffered={setOffered} />
        )}
      </Suspense>
    </Section>
  );
}

/** How everybody else gets out. */
export function LeaveSection({ place }: { place: Place }) {
  const { t } = useTranslation("management");
  const [open, setOpen] = useState(false);
  return (
    <Section
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
            title={t("leaving.ask", { site: place.name })}
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
