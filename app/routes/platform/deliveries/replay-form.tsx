import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { PanelForm } from "#app/forms/confirm-button.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { LiveRegion } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { MenuPanel } from "#app/ui/menu-panel.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type DeliveryExtra, NOTHING_SELECTED, type ReplayChannel } from "./delivery-data.ts";

type ReplayFormProps = {
  id: string;
  channel: ReplayChannel;
  /** Number of failed deliveries that can be sent again. */
  replayable: number;
  /** Whether any of them is on this page. */
  hasSelection: boolean;
};

/** Sends failed deliveries again: the selected ones, whose check boxes name this form by its `id`, or all. */
export function ReplayForm({ id, channel, replayable, hasSelection }: ReplayFormProps) {
  const { t } = useTranslation(["platform", "common"]);
  const panel = useId();
  const { Form, form, busy, outcome } = useOwnForm<DeliveryExtra>("replay", { drafts: "none" });
  const all = useOwnForm<DeliveryExtra>("replayAll", {
    drafts: "none",
    onDone: () => document.getElementById(panel)?.hidePopover(),
  });
  return (
    <Bar>
      <LiveRegion aria-live="polite">
        <ReplayOutcome channel={channel} outcome={outcome} />
        <ReplayOutcome channel={channel} outcome={all.outcome} />
      </LiveRegion>
      {replayable > 0 && <p>{t(`replay.${channel}.text`, { count: replayable })}</p>}
      <div data-buttons hidden={replayable === 0}>
        <Form id={id} method="post" ref={form} hidden={!hasSelection}>
          <input type="hidden" name="channel" value={channel} />
          <Button
            type="submit"
            name="intent"
            value="replay"
            size="sm"
            aria-disabled={busy}
            onClick={(event) => busy && event.preventDefault()}
          >
            {t("replay.selected")}
          </Button>
        </Form>
        <Button type="button" size="sm" variant="outline" colorPalette="gray" popoverTarget={panel}>
          {t("replay.all")}
        </Button>
        <MenuPanel id={panel} popover="auto" role="dialog" aria-label={t("replay.all")}>
          <PanelForm>
            <all.Form method="post" ref={all.form}>
              <input type="hidden" name="channel" value={channel} />
              <p>{t(`replay.${channel}.allText`)}</p>
              <div data-row>
                <Button
                  type="button"
                  size="sm"
                  variant="outline"
                  colorPalette="gray"
                  popoverTarget={panel}
                  popoverTargetAction="hide"
                >
                  {t("common:actions.cancel")}
                </Button>
                <Button
                  type="submit"
                  name="intent"
                  value="replayAll"
                  size="sm"
                  aria-disabled={all.busy}
                  onClick={(event) => all.busy && event.preventDefault()}
                >
                  {t("replay.all")}
                </Button>
              </div>
            </all.Form>
          </PanelForm>
        </MenuPanel>
      </div>
    </Bar>
  );
}

type ReplayOutcomeProps = {
  channel: ReplayChannel;
  outcome: ReturnType<typeof useOwnForm<DeliveryExtra>>["outcome"];
};

function ReplayOutcome({ channel, outcome }: ReplayOutcomeProps) {
  const { t } = useTranslation("platform");
  if (outcome?.problem?.message === NOTHING_SELECTED)
    return <Notice tone="fault">{t(`replay.${channel}.nothing`)}</Notice>;
  const replayed = outcome?.problem === null ? outcome.replayed : undefined;
  if (replayed === undefined) return <Refusal result={outcome} />;
  return (
    <Notice tone={replayed > 0 ? "good" : "warning"}>
      {replayed > 0
        ? t(`replay.${channel}.done`, { count: replayed })
        : t(`replay.${channel}.late`)}
    </Notice>
  );
}

const Bar = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
  "& > p": { color: "fg.muted" },
  "& [data-buttons]:not([hidden])": { display: "flex", flexWrap: "wrap", gap: "2" },
});
