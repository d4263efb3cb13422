import type { ApiAnswer } from "#app/api/api-types.ts";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Currency } from "#app/routes/portal/addsite/currencies.server.ts";
import { MAX_SITE_NAME } from "#domain/text-limits.ts";

export function NameSection({ name }: { name: string }) {
  const { t } = useTranslation("settings");
  const { Form, form, busy, result, outcome } = useOwnForm("name");
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
        <SaveEnd intent="name" busy={busy} outcome={outcome} />
      </Form>
    </Section>
  );
}

type Prices = Pick<
  ApiAnswer<"POST /site/v2/getSiteById">,
  "electricityPrice" | "feedInPrice" | "priceUnit"
>;

export function PriceSection(section: { prices: Prices; currencies: readonly Currency[] }) {
  const { prices, currencies } = section;
  const { t } = useTranslation("settings");
  const { Form, form, busy, result, outcome } = useOwnForm("prices");
  const typed = result?.problem ? result.values : null;
  const known = (name: keyof Prices) => typed?.[name] ?? String(prices[name] ?? "");
  const price = (name: "electricityPrice" | "feedInPrice") => ({
    name,
    result,
    inputMode: "decimal" as const,
    dir: "ltr",
    autoComplete: "off",
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
        <SaveEnd intent="prices" busy={busy} outcome={outcome} />
      </Form>
    </Section>
  );
}

/** The installed power is entered in kWp and stored in W. */
export function SolarPeakSection({ solarPeak }: { solarPeak: number | null }) {
  const { t } = useTranslation("settings");
  const { Form, form, busy, result, outcome } = useOwnForm("solarPeak");
  const stored = solarPeak === null ? "" : String(solarPeak / 1_000);
  return (
    <Section title={t("solarPeak.title")} text={t("solarPeak.text")}>
      <Form method="post" ref={form} noValidate>
        <TextField
          name="solarPeak"
          label={t("solarPeak.label")}
          hint={t("solarPeak.hint")}
          key={stored}
          defaultValue={result?.problem ? result.values.solarPeak : stored}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          result={result}
        />
        <SaveEnd intent="solarPeak" busy={busy} outcome={outcome} />
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

type SaveEndProps = {
  intent: string;
  busy: boolean;
  outcome: Parameters<typeof Outcome>[0]["result"];
};

/** Shows a form's submit button and the outcome of its last submission. */
export function SaveEnd({ intent, busy, outcome }: SaveEndProps) {
  const { t } = useTranslation("settings");
  return (
    <>
      <Outcome result={outcome} done={t("saved")} />
      <Submit intent={intent} busy={busy}>
        {t("save")}
      </Submit>
    </>
  );
}
