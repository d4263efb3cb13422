import { MAX_SITE_NAME } from "#domain/text-limits.ts";
import { SelectField, TextField } from "../../../forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "../../../forms/section.tsx";
import { useTranslation } from "../../../i18n/use-translation.ts";
import type { Currency } from "../../portal/addsite/currencies.server.ts";
import { useSettingsForm } from "./use-settings-form.ts";

export function NameSection({ name }: { name: string }) {
  const { t } = useTranslation("settings");
  const { Form, form, busy, result, told } = useSettingsForm("name");
  return (
    <Section title={t("name.title")} text={t("name.text")}>
      <Form method="post" ref={form} noValidate>
        <TextField
          name="name"
          label={t("name.label")}
          key={name}
          defaultValue={result?.problem ? result.values.name : name}
          autoComplete="off"
          dir="auto"
          limit={MAX_SITE_NAME}
          result={result}
        />
        <SaveEnd intent="name" busy={busy} told={told} />
      </Form>
    </Section>
  );
}

type Prices = {
  electricityPrice: number | null;
  feedInPrice: number | null;
  priceUnit: string | null;
};

export function PriceSection(section: { prices: Prices; currencies: readonly Currency[] }) {
  const { prices, currencies } = section;
  const { t } = useTranslation("settings");
  const { Form, form, busy, result, told } = useSettingsForm("prices");
  const typed = result?.problem ? result.values : null;
  const known = (name: keyof Prices) => typed?.[name] ?? String(prices[name] ?? "");
  const price = (name: "electricityPrice" | "feedInPrice") => ({
    ...{ name, result, inputMode: "decimal" as const, dir: "ltr", autoComplete: "off" },
    key: `${name}-${prices[name]}`,
    defaultValue: known(name),
  });
  const { key: costKey, ...cost } = price("electricityPrice");
  const { key: gainKey, ...gain } = price("feedInPrice");
  return (
    <Section title={t("prices.title")} text={t("prices.text")}>
      <Form method="post" ref={form} noValidate>
        <Pair>
          <TextField key={costKey} {...cost} label={t("prices.cost")} />
          <TextField key={gainKey} {...gain} label={t("prices.gain")} hint={t("prices.gainHint")} />
          <SelectField
            name="priceUnit"
            label={t("prices.unit")}
            value={known("priceUnit")}
            result={result}
          >
            <CurrencyOptions currencies={currencies} />
          </SelectField>
        </Pair>
        <SaveEnd intent="prices" busy={busy} told={told} />
      </Form>
    </Section>
  );
}

function CurrencyOptions({ currencies }: { currencies: readonly Currency[] }) {
  return (
    <>
      <option value="">{"–"}</option>
      {currencies.map(({ code, name }) => (
        <option key={code} value={code}>
          {`${name} (${code})`}
        </option>
      ))}
    </>
  );
}

type EndProps = Parameters<typeof Outcome>[0] & { intent: string; busy: boolean };

/** The end of a form: its button and what became of it. */
export function SaveEnd({ intent, busy, told }: Omit<EndProps, "done">) {
  const { t } = useTranslation("settings");
  return (
    <>
      <Outcome told={told} done={t("saved")} />
      <Submit intent={intent} busy={busy}>
        {t("save")}
      </Submit>
    </>
  );
}
