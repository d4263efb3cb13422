import { Button } from "@chakra-ui/react";
import { useTranslation } from "../i18n/use-translation.ts";
import { useHydrated } from "../ui/use-hydrated.ts";

/** Ticks all check boxes of a form; it needs scripts. */
export function SelectAll({ form }: { form: string }) {
  const { t } = useTranslation("alarms");
  const select = () => {
    const fields = document.querySelector<HTMLFormElement>(`form[id="${form}"]`)?.elements ?? [];
    for (const field of fields)
      if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
  };
  if (!useHydrated()) return null;
  return (
    <Button type="button" size="sm" variant="outline" colorPalette="gray" onClick={select}>
      {t("all.selectAll")}
    </Button>
  );
}
