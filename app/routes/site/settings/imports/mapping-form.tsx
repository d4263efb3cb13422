import { useId } from "react";
import { Select, SelectField, TextField } from "#app/forms/fields.tsx";
import { Pair, Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { MAX_IMPORT_NAME } from "#domain/imports/import-limits.ts";
import type { ImportSettings } from "#domain/imports/import-reader.ts";
import type { ImportResult } from "#domain/imports/import-result.ts";
import { PORTALS, type Portal, type StampAt } from "#domain/imports/portal-presets.ts";
import type { DecimalSign } from "#domain/imports/read-number.ts";
import { DATE_ORDERS, type DateOrder } from "#domain/imports/read-time.ts";
import { REPEATED_HOURS, type RepeatedHours } from "#domain/imports/row-times.ts";
import { ColumnList } from "./column-list.tsx";
import { type ImportDraft, withPortal } from "./import-draft.ts";

type MappingFormProps = {
  draft: ImportDraft;
  /** Null while the file is read. */
  result: ImportResult | null;
  zones: readonly string[];
  onChange: (draft: ImportDraft) => void;
};

/** Chooses what the columns and times of a file mean. Each choice changes the preview. */
export function MappingForm({ draft, result, zones, onChange }: MappingFormProps) {
  const { t } = useTranslation("imports");
  const { settings, table } = draft;
  const change = (more: Partial<ImportSettings>) =>
    onChange({ ...draft, settings: { ...settings, ...more } });
  const orders = table.orders.length > 0 ? table.orders : DATE_ORDERS;
  const repeated = result?.repeated ?? null;
  return (
    <>
      <Section title={t("time.title")}>
        <Pair>
          <TextField
            name="name"
            label={t("time.name")}
            value={draft.name}
            limit={MAX_IMPORT_NAME}
            maxLength={MAX_IMPORT_NAME}
            dir="auto"
            autoComplete="off"
            result={null}
            onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
          />
          <Choice<Portal>
            name="portal"
            label={t("portals.label")}
            value={settings.portal}
            options={PORTALS}
            textOf={(portal) => t(`portals.${portal}`)}
            onChange={(portal) => onChange(withPortal(draft, portal))}
          />
          <SelectField
            name="timeZone"
            label={t("time.zone")}
            value={settings.timeZone}
            result={null}
            onChange={(timeZone) => change({ timeZone })}
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </SelectField>
          <Choice<DateOrder>
            name="order"
            label={t("time.order")}
            value={settings.order}
            options={orders}
            textOf={(order) => t(`time.orders.${order}`)}
            onChange={(order) => change({ order })}
          />
          <Choice<StampAt>
            name="stampAt"
            label={t("time.stamp")}
            value={settings.stampAt}
            options={["start", "end"]}
            textOf={(stamp) => t(`time.stamps.${stamp}`)}
            onChange={(stampAt) => change({ stampAt })}
          />
          <Choice<DecimalSign>
            name="decimal"
            label={t("time.decimal")}
            value={settings.decimal}
            options={[".", ","]}
            textOf={(sign) => t(sign === "." ? "time.decimals.point" : "time.decimals.comma")}
            onChange={(decimal) => change({ decimal })}
          />
        </Pair>
        {repeated !== null && (
          <RepeatedField
            repeated={repeated}
            value={settings.repeated}
            onChange={(answer) => change({ repeated: answer })}
          />
        )}
      </Section>
      <ColumnList draft={draft} onColumns={(columns) => change({ columns })} />
    </>
  );
}

type ChoiceProps<Name extends string> = {
  name: string;
  label: string;
  value: Name;
  options: readonly Name[];
  textOf: (name: Name) => string;
  onChange: (name: Name) => void;
};

function Choice<Name extends string>({ options, textOf, onChange, ...field }: ChoiceProps<Name>) {
  return (
    <SelectField {...field} result={null} onChange={(chosen) => onChange(chosen as Name)}>
      {options.map((name) => (
        <option key={name} value={name}>
          {textOf(name)}
        </option>
      ))}
    </SelectField>
  );
}

type RepeatedFieldProps = {
  repeated: NonNullable<ImportResult["repeated"]>;
  value: RepeatedHours | null;
  onChange: (answer: RepeatedHours | null) => void;
};

/** Asks which of two equal times is meant; the order of the rows answers it if the file has both. */
function RepeatedField({ repeated, value, onChange }: RepeatedFieldProps) {
  const { t } = useTranslation("imports");
  const id = useId();
  const { rows, line, hasBothPasses } = repeated;
  const chosen = value ?? (hasBothPasses ? "order" : "");
  return (
    <Asked>
      <label htmlFor={id}>{t("time.repeated")}</label>
      <Select
        id={id}
        name="repeated"
        value={chosen}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) =>
          onChange((currentTarget.value || null) as RepeatedHours | null)
        }
      >
        {!hasBothPasses && <option value="">{t("time.repeatedChoose")}</option>}
        {REPEATED_HOURS.filter((answer) => hasBothPasses || answer !== "order").map((answer) => (
          <option key={answer} value={answer}>
            {t(`time.repeats.${answer}`)}
          </option>
        ))}
      </Select>
      <p id={`${id}-hint`}>{t("time.repeatedHint", { rows, line })}</p>
    </Asked>
  );
}

const Asked = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1.5",
  p: "4",
  borderRadius: "md",
  bg: "info.wash",
  "& label": { fontWeight: "medium" },
  "& p": { textStyle: "xs" },
});
