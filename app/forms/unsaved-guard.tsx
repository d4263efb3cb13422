import { Button } from "@chakra-ui/react";
import { Suspense, useContext, useEffect, useSyncExternalStore } from "react";
import { usePageTexts } from "../i18n/use-page-texts.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { LiveContext } from "../live/live-context.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { StyledNotice } from "../ui/styled-notice.tsx";
import { useLeaveBlocker } from "../ui/use-leave-blocker.ts";
import {
  discardForms,
  hasRestoredForms,
  hasUnsavedForms,
  subscribeToForms,
} from "./unsaved-forms.ts";

const AskDialog = lazyComponent(() => import("../ui/ask-dialog.tsx"));

const LOGIN = "/login";

/**
 * Asks for confirmation before the user leaves a page with unsaved changes, and shows where a draft was restored. A
 * page with forms has one guard. Redirects to the login are never blocked, because drafts are restored after signing
 * in.
 */
export function UnsavedGuard() {
  const isUnsaved = useForms(hasUnsavedForms);
  const isRestored = useForms(hasRestoredForms);
  const live = useContext(LiveContext);
  const blocker = useLeaveBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== LOGIN &&
      currentLocation.pathname !== nextLocation.pathname &&
      hasUnsavedForms(),
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      const hasEnded = live?.store.read().connection.kind === "ended";
      if (!hasEnded && hasUnsavedForms()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsaved, live]);
  const leave = () => {
    discardForms();
    blocker.leave();
  };
  return (
    <Suspense>
      {isRestored && <Restored />}
      {blocker.isAsking && <Question onStay={blocker.stay} onLeave={leave} />}
    </Suspense>
  );
}

function useForms(read: () => boolean): boolean {
  return useSyncExternalStore(subscribeToForms, read, () => false);
}

function Restored() {
  usePageTexts("drafts");
  const { t } = useTranslation("drafts");
  return (
    <StyledNotice tone="info" alignItems="center">
      {t("restored")}{" "}
      <Button size="xs" variant="outline" colorPalette="gray" onClick={discardForms}>
        {t("discard")}
      </Button>
    </StyledNotice>
  );
}

function Question({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  usePageTexts("drafts");
  const { t } = useTranslation("drafts");
  return (
    <AskDialog
      title={t("leave.title")}
      text={t("leave.text")}
      submit={t("leave.discard")}
      cancel={t("leave.stay")}
      tone="danger"
      onClose={onStay}
      onSubmit={onLeave}
    />
  );
}
