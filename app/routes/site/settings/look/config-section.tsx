import { Button, Field, Input } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { looksOf, styled } from "../../../../theme/styled.tsx";
import { useProblemText } from "../../../../ui/use-problem-text.ts";
import { LookSection, Refusal } from "./look-section.tsx";
import { Line, Nothing } from "./tag-section.tsx";
import { useLookForm } from "./use-look-form.ts";

type Option = { option: string; name: string };
type Config = Option & { id: number; value: string };
type ConfigSectionProps = { configs: readonly Config[]; options: readonly Option[] };

/** How the site is built: a number for each option that is told. */
export function ConfigSection({ configs, options }: ConfigSectionProps) {
  const { t } = useTranslation("dress");
  const told = new Set(configs.map(({ option }) => option));
  const free = options.filter(({ option }) => !told.has(option));
  return (
    <LookSection title={t("look.configs")} text={t("look.configsText")}>
      {configs.length === 0 ? (
        <Nothing>{t("look.noConfigs")}</Nothing>
      ) : (
        <Rows>
          {configs.map((config) => (
            <ConfigRow key={config.id} {...config} />
          ))}
        </Rows>
      )}
      {free.length > 0 && <NewConfig options={free} />}
    </LookSection>
  );
}

function ConfigRow({ id, name, value }: Config) {
  const { t } = useTranslation("dress");
  const problemText = useProblemText();
  const { Form, busy, result } = useLookForm(`config-${id}`);
  const error = result?.problem?.fields.value;
  return (
    <li>
      <Form
        method="post"
        noValidate
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent;
          if (submitter?.getAttribute("value") !== "deleteConfig") return;
          // The button goes with its row; the heading is still there.
          const section = event.currentTarget.closest("section");
          section?.querySelector<HTMLElement>("h2")?.focus();
        }}
      >
        <input type="hidden" name="id" value={id} />
        <Field.Root invalid={error !== undefined}>
          <Field.Label>{name}</Field.Label>
          <Input
            // What was saved is what is shown next.
            key={value}
            name="value"
            defaultValue={value}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
          />
          <Field.ErrorText>{error && problemText(error)}</Field.ErrorText>
        </Field.Root>
        <Button
          type="submit"
          name="intent"
          value="updateConfig"
          variant="outline"
          loading={busy}
          aria-label={t("look.saveConfig", { name })}
        >
          {t("look.save")}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="deleteConfig"
          variant="ghost"
          colorPalette="gray"
          aria-label={t("look.removeConfig", { name })}
        >
          {t("look.removeNow")}
        </Button>
      </Form>
      <p role="status">{result?.problem === null && t("look.saved")}</p>
      <Refusal result={result} />
    </li>
  );
}

function NewConfig({ options }: { options: readonly Option[] }) {
  const { t } = useTranslation("dress");
  const problemText = useProblemText();
  const { Form, form, busy, result } = useLookForm("config");
  const id = useId();
  const { option: wrongOption, value: wrongValue } = result?.problem?.fields ?? {};
  return (
    <Form method="post" ref={form} noValidate>
      <Line>
        <Choice>
          <label htmlFor={id}>{t("look.option")}</label>
          <Select
            id={id}
            name="option"
            defaultValue=""
            aria-invalid={wrongOption === undefined ? undefined : true}
            aria-describedby={wrongOption === undefined ? undefined : `${id}-fault`}
          >
            <option value="">{t("look.choose")}</option>
            {options.map(({ option, name }) => (
              <option key={option} value={option}>
                {name}
              </option>
            ))}
          </Select>
          {wrongOption && <em id={`${id}-fault`}>{problemText(wrongOption)}</em>}
        </Choice>
        <Field.Root invalid={wrongValue !== undefined}>
          <Field.Label>{t("look.value")}</Field.Label>
          <Input name="value" inputMode="numeric" dir="ltr" autoComplete="off" />
          <Field.ErrorText>{wrongValue && problemText(wrongValue)}</Field.ErrorText>
        </Field.Root>
        <Button type="submit" name="intent" value="addConfig" loading={busy}>
          {t("look.add")}
        </Button>
      </Line>
      <Refusal result={result} />
    </Form>
  );
}

const Choice = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1.5",
  "& > label": { textStyle: "sm", fontWeight: "medium" },
  "& > em": { textStyle: "xs", fontStyle: "normal", color: "fg.error" },
});

const Select = styled("select", looksOf("input", { size: "md", variant: "outline" }), {
  // With the browser's own arrow.
  appearance: "auto",
  bg: "bg.panel",
  pe: "2",
});

const Rows = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& > li": { display: "flex", flexDirection: "column", gap: "2" },
  "& form": { display: "flex", flexWrap: "wrap", alignItems: "flex-end", gap: "2" },
  "& form > div": { flex: "1 1 12rem", minW: "0" },
  "& p[role=status]": { textStyle: "xs", color: "good", _empty: { display: "none" } },
});
