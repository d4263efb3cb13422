import { Button } from "@chakra-ui/react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { toneOfChange } from "./change-outcome.ts";

/** Result of a change in plain words, with the next step. */
export function ChangeResult({ change }: { change: ChangeRecord }) {
  const { t } = useTranslation("param");
  const own = useOwnForm(null, { drafts: "none", owns: () => false });
  const { result, state, changeId, seen } = change;
  if (result === undefined) return null;
  const text =
    result === "success"
      ? t(state === "held" ? "outcome.held" : "outcome.success")
      : t(`outcome.${result}`);
  return (
    <>
      <Notice tone={toneOfChange(change)}>{text}</Notice>
      {result === "mixed" && seen === false && (
        <own.Form method="post" ref={own.form}>
          <input type="hidden" name="changeId" value={changeId} />
          <Button type="submit" name="intent" value="seen" size="sm" variant="outline">
            {t("outcome.seen")}
          </Button>
          <Outcome result={own.outcome} done="" />
        </own.Form>
      )}
    </>
  );
}
