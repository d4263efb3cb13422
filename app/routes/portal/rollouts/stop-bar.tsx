import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { PanelForm } from "#app/forms/confirm-button.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { MenuPanel } from "#app/ui/menu-panel.tsx";
import type { Rollout } from "./rollouts-data.ts";

/**
 * The button that stops a rollout. It stays in the window wherever the page is scrolled; its question is a popover, which
 * works without scripts.
 */
export function StopBar({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation(["rollouts", "common"]);
  const { Form, form, busy, outcome } = useOwnForm("stop", { drafts: "none" });
  const id = useId();
  const { status, rolloutId, startTime, sites } = rollout;
  if (status === "stopped" || status === "completed") return null;
  const isBegun = startTime !== null;
  const text = t(isBegun ? "stop.submit" : "stop.discard");
  return (
    <Bar data-begun={isBegun || undefined}>
      <Button
        type="button"
        size="lg"
        variant={isBegun ? "solid" : "outline"}
        colorPalette="danger"
        popoverTarget={id}
      >
        <Icon name={isBegun ? "power" : "close"} size="1.2em" />
        {text}
      </Button>
      <MenuPanel id={id} popover="auto" role="dialog" aria-label={text}>
        <PanelForm>
          <Form method="post" ref={form}>
            <input type="hidden" name="rolloutId" value={rolloutId} />
            <p>
              {isBegun
                ? t("stop.question", { count: sites.inProgress })
                : t("stop.discardQuestion")}
            </p>
            <Outcome result={outcome} done="" />
            <div data-row>
              <Button
                type="submit"
                name="intent"
                value="stop"
                colorPalette="danger"
                aria-disabled={busy}
                onClick={(event) => busy && event.preventDefault()}
              >
                {t(isBegun ? "stop.confirm" : "stop.discardConfirm")}
              </Button>
              <Button
                type="button"
                variant="outline"
                colorPalette="gray"
                popoverTarget={id}
                popoverTargetAction="hide"
              >
                {t("common:actions.cancel")}
              </Button>
            </div>
          </Form>
        </PanelForm>
      </MenuPanel>
    </Bar>
  );
}

const Bar = styled("div", {
  display: "flex",
  justifyContent: "flex-end",
  // Above the content that scrolls below it.
  position: "sticky",
  bottom: "3",
  zIndex: "docked",
  pointerEvents: "none",
  "& > *": { pointerEvents: "auto" },
  "& > button": {
    w: { base: "full", sm: "auto" },
    minH: "12",
    boxShadow: "lg",
    fontWeight: "semibold",
  },
  "&:not([data-begun]) > button": { bg: "bg.panel" },
});
