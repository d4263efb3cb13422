import { Button } from "@chakra-ui/react";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Submit } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { Currency } from "./currencies.server.ts";
import type { StepForm } from "./label-step.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { usePlace } from "./use-place.ts";

type SiteStepProps = {
  form: StepForm;
  label: Readonly<Record<string, string>>;
  currencies: readonly Currency[];
  timeZones: readonly string[];
  /** Another user has claimed the module since the first step. */
  isWrongLabel: boolean;
  onBack: () => void;
};

/** Asks for the site's name, location and energy prices. */
export function SiteStep(step: SiteStepProps) {
  const { form: own, label, currencies, timeZones, isWrongLabel, onBack } = step;
  const { Form, form, busy, result, outcome } = own;
  const { t } = useTranslation("addsite");
  const problemText = useProblemText();
  const values = result?.values ?? {};
  const place = usePlace(values);
  const text = (name: string) => ({
    name,
    result,
    defaultValue: values[name],
    autoComplete: "off",
  });
  const price = (name: string) => ({ ...text(name), inputMode: "decimal" as const, dir: "ltr" });
  return (
    <Form method="post" ref={form} noValidate>
      {/* Enter in a field adds the site instead of going back. */}
      <input type="hidden" name="sn" value={label.sn ?? ""} />
      <input type="hidden" name="checkCode" value={label.checkCode ?? ""} />
      <p>
        {t("site.module")} <bdi dir="ltr">{label.sn}</bdi>
      </p>
      {isWrongLabel && <Notice tone="fault">{problemText("wrongSerial")}</Notice>}
      <Pair>
        <TextField {...text("name")} label={t("site.name")} dir="auto" />
        <TextField {...text("location")} label={t("site.location")} dir="auto" />
      </Pair>
      <PlaceFields place={place} result={result} />
      <SelectField
        name="timeZone"
        label={t("site.timeZone")}
        value={place.timeZone}
        result={result}
        onChange={place.setTimeZone}
      >
        {place.timeZone !== "" && !timeZones.includes(place.timeZone) && (
          <option value={place.timeZone}>{place.timeZone}</option>
        )}
        {timeZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </SelectField>
      <Pair>
        <TextField {...price("electricityPrice")} label={t("site.price")} />
        <SelectField
          name="priceUnit"
          label={t("site.unit")}
          value={place.currency}
          result={result}
          onChange={place.setCurrency}
        >
          <option value="">{"–"}</option>
          {currencies.map(({ code, name }) => (
            <option key={code} value={code}>
              {`${name} (${code})`}
            </option>
          ))}
        </SelectField>
        <TextField
          {...price("feedInPrice")}
          label={t("site.exportTariff")}
          hint={t("site.exportTariffHint")}
        />
      </Pair>
      <Outcome result={outcome} done="" />
      <Buttons>
        <Submit intent="add" busy={busy}>
          {t("site.submit")}
        </Submit>
        <Button type="button" variant="outline" onClick={onBack}>
          {t("site.back")}
        </Button>
      </Buttons>
    </Form>
  );
}

const Buttons = styled("div", { display: "flex", flexWrap: "wrap", gap: "3" });
