import { Button } from "@chakra-ui/react";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Line, Nothing } from "./tag-section.tsx";

type Option = { option: string; name: string };
type Config = Option & { id: number; value: string };
type ConfigSectionProps = { configs: readonly Config[]; options: readonly Option[] };

/** System details of the site: a number for each option that is set. */
export function ConfigSection({ configs, options }: ConfigSectionProps) {
  const { t } = useTranslation("branding");
  const used = new Set(configs.map(({ option }) => option));
  const free = options.filter(({ option }) => !used.has(option));
  return (
    <Section stacked title={t("appearance.configs")} text={t("appearance.configsText")}>
      {configs.length === 0 ? (
        <Nothing>{t("appearance.noConfigs")}</Nothing>
      ) : (
        <Rows>
          {configs.map((config) => (
            <ConfigRow key={config.id} {...config} />
          ))}
        </Rows>
      )}
      {free.length > 0 && <NewConfig options={free} />}
    </Section>
  );
}

function ConfigRow({ id, name, value }: Config) {
  const { t } = useTranslation("branding");
  const { Form, form, busy, result, outcome } = useOwnForm(null, {
    owns: ({ intent, values }) => intent.endsWith("Config") && values.id === String(id),
  });
  return (
    <li>
      <Form
        method="post"
        ref={form}
        noValidate
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent;
          if (submitter?.getAttribute("value") !== "deleteConfig") return;
          // The button is removed with its row; the heading stays.
          const section = event.currentTarget.closest("section");
          section?.querySelector<HTMLElement>("h2")?.focus();
        }}
      >
        <input type="hidden" name="id" value={id} />
        <TextField
          // Another saved value resets the field.
          key={value}
          name="value"
          label={name}
          defaultValue={result?.problem ? result.values.value : value}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          result={result}
        />
        <Button
          type="submit"
          name="intent"
          value="updateConfig"
          variant="outline"
          loading={busy}
          aria-label={t("appearance.saveConfig", { name })}
        >
          {t("appearance.save")}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="deleteConfig"
          variant="ghost"
          colorPalette="gray"
          aria-label={t("appearance.removeConfig", { name })}
        >
          {t("appearance.removeNow")}
        </Button>
      </Form>
      <p role="status">{outcome?.problem === null && t("appearance.saved")}</p>
      <Outcome result={outcome} done="" />
    </li>
  );
}

function NewConfig({ options }: { options: readonly Option[] }) {
  const { t } = useTranslation("branding");
  const { Form, form, busy, result, outcome } = useOwnForm("addConfig");
  const typed = result?.problem ? result.values : {};
  return (
    <Form method="post" ref={form} noValidate>
      <Line>
        <SelectField
          name="option"
          label={t("appearance.option")}
          value={typed.option ?? ""}
          result={result}
        >
          <option value="">{t("appearance.choose")}</option>
          {options.map(({ option, name }) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          name="value"
          label={t("appearance.value")}
          defaultValue={typed.value ?? ""}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          result={result}
        />
        <Button type="submit" name="intent" value="addConfig" loading={busy}>
          {t("appearance.add")}
        </Button>
      </Line>
      <Outcome result={outcome} done="" />
    </Form>
  );
}

const Rows = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& > li": { display: "flex", flexDirection: "column", gap: "2" },
  "& > li > form": { flexDirection: "row", flexWrap: "wrap", alignItems: "flex-end", gap: "2" },
  "& > li > form > div": { flex: "1 1 12rem", minW: "0" },
  "& p[role=status]": { textStyle: "xs", color: "good", _empty: { display: "none" } },
});
