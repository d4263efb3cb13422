import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuPanel } from "#app/ui/menu-panel.tsx";
import type { LogExtra } from "./log-data.ts";
import { PanelForm } from "./panel-form.ts";

/** Button that clears the log, with its confirmation; it works without scripts. */
export function ClearPanel() {
  const { t } = useTranslation(["alarms", "common"]);
  const id = useId();
  const { Form, form, busy, result, outcome } = useOwnForm<LogExtra>("clear", { drafts: "none" });
  return (
    <>
      <Button type="button" size="sm" variant="outline" colorPalette="danger" popoverTarget={id}>
        {t("log.clear")}
      </Button>
      <MenuPanel id={id} popover="auto" role="dialog" aria-label={t("log.clear")}>
        <PanelForm>
          <Form method="post" ref={form}>
            <p>{t("log.clearText")}</p>
            <Outcome result={outcome} done={t("log.hidden", { count: result?.hidden ?? 0 })} />
            <div data-row>
              <Button
                type="button"
                size="sm"
                variant="outline"
                colorPalette="gray"
                popoverTarget={id}
                popoverTargetAction="hide"
              >
                {t("common:actions.cancel")}
              </Button>
              <Button
                type="submit"
                name="intent"
                value="clear"
                size="sm"
                colorPalette="danger"
                aria-disabled={busy}
                onClick={(event) => busy && event.preventDefault()}
              >
                {t("log.clearSubmit")}
              </Button>
            </div>
          </Form>
        </PanelForm>
      </MenuPanel>
    </>
  );
}
