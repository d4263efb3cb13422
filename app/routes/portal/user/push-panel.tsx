import { Button } from "@chakra-ui/react";
import { LiveRegion } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { usePushSubscription } from "#app/notifications/use-push-subscription.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useProblemText } from "#app/ui/use-problem-text.ts";

/** Whether this browser receives alarms, with buttons that change and test it; it needs scripts. */
export function PushPanel() {
  return useHydrated() ? <Panel /> : null;
}

function Panel() {
  const { t } = useTranslation("alarms");
  const problemText = useProblemText();
  const { state, isBusy, failure, tested, check, turnOn, turnOff, test } = usePushSubscription();
  const button = (text: string, run: () => Promise<void>) => (
    <Button
      type="button"
      size="sm"
      variant="outline"
      aria-disabled={isBusy}
      onClick={() => !isBusy && void run()}
    >
      {text}
    </Button>
  );
  return (
    <Frame>
      <p>{t(`notify.browser.${state}`)}</p>
      <div>
        {state === "unknown" && button(t("notify.browser.check"), check)}
        {state === "off" && button(t("notify.browser.turnOn"), turnOn)}
        {state === "on" && button(t("notify.browser.test"), test)}
        {state === "on" && button(t("notify.browser.turnOff"), turnOff)}
      </div>
      <LiveRegion aria-live="polite">
        {failure !== null && (
          <Notice tone="fault">
            {failure.of === "browser"
              ? t("notify.browser.failed")
              : failure.message || problemText("noServer")}
          </Notice>
        )}
        {tested !== null && (
          <Notice tone={tested === "sent" ? "good" : "warning"}>
            {t(`notify.browser.tested.${tested}`)}
          </Notice>
        )}
      </LiveRegion>
    </Frame>
  );
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "2",
  ps: "4",
  borderInlineStartWidth: "2px",
  "& > p": { color: "fg.muted" },
  "& > div": { display: "flex", flexWrap: "wrap", gap: "2", _empty: { display: "none" } },
});
