import { useId, useState } from "react";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { TextAreaField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { FileButton } from "#app/ui/crop/file-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { type AddExtra, type CheckedImport, type ImportExtra, MAX_CSV } from "./module-data.ts";
import { Secrets } from "./secrets.tsx";

const TEXT_ROWS = 8;
/** Faults that are shown; the others are counted. */
const MAX_FAULTS = 100;

type Extra = AddExtra & ImportExtra;

/** Imports modules from CSV in two steps: a check with its faults, then the registration of all of them. */
export function ImportModules() {
  const { t } = useTranslation("platform");
  const { Form, form, busy, result, outcome } = useOwnForm<Extra>("check", {
    drafts: "none",
    resets: false,
  });
  const [text, setText] = useState({ csv: "", file: 0 });
  const read = async (file: File) => {
    const csv = file.size > MAX_CSV * 4 ? "x".repeat(MAX_CSV + 1) : await file.text();
    setText(({ file: before }) => ({ csv, file: before + 1 }));
  };
  const checked = result?.checked;
  return (
    <Section stacked title={t("modules.import.title")} text={t("modules.import.text")}>
      <Form method="post" ref={form} noValidate>
        <FileButton
          accept=".csv,text/csv"
          label={t("modules.import.file")}
          hint={t("modules.import.fileHint")}
          onChoose={read}
        />
        <TextAreaField
          // Another file replaces the text.
          key={text.file}
          name="csv"
          label={t("modules.import.csv")}
          hint={t("modules.import.csvHint")}
          rows={TEXT_ROWS}
          limit={MAX_CSV}
          defaultValue={text.csv || (result?.problem ? result.values.csv : checked?.csv)}
          result={result}
        />
        <Outcome result={outcome} done="" />
        <Submit intent="check" busy={busy}>
          {t("modules.import.check")}
        </Submit>
      </Form>
      {checked && <Checked key={checked.csv} checked={checked} />}
    </Section>
  );
}

function Checked({ checked }: { checked: CheckedImport }) {
  const { t } = useTranslation("platform");
  const problemText = useProblemText();
  const { added, present, faults } = checked;
  if (faults.length > 0)
    return (
      <Faults>
        <Notice tone="fault">{t("modules.import.faults", { count: faults.length })}</Notice>
        <ul aria-label={t("modules.import.faultList")}>
          {faults.slice(0, MAX_FAULTS).map(({ line, field, fault }) => (
            <li key={`${line} ${field} ${fault}`}>
              <b>{t("modules.import.line", { line })}</b>
              {field !== null && <code dir="ltr">{columnOf(field)}</code>}
              {problemText(fault)}
            </li>
          ))}
        </ul>
        {faults.length > MAX_FAULTS && (
          <p>{t("modules.import.more", { count: faults.length - MAX_FAULTS })}</p>
        )}
      </Faults>
    );
  return (
    <>
      <Notice tone="info">
        {[
          t("modules.import.new", { count: added }),
          ...(present > 0 ? [t("modules.import.present", { count: present })] : []),
        ].join(" ")}
      </Notice>
      {added > 0 && <Apply checked={checked} />}
    </>
  );
}

/** Column of a field, as the first line of the text names it. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

function Apply({ checked: { csv, added } }: { checked: CheckedImport }) {
  const { t } = useTranslation("platform");
  const { Form, form, busy, result, outcome } = useOwnForm<Extra>("register", {
    drafts: "none",
    resets: false,
  });
  const id = useId();
  const isDone = result?.problem === null;
  const submit = t("modules.import.submit", { count: added });
  return (
    <>
      <Form method="post" ref={form} id={id}>
        <input type="hidden" name="csv" value={csv} />
        <Outcome
          result={outcome}
          done={t("modules.import.done", { count: outcome?.imported ?? 0 })}
        />
        <ConfirmIdentity form={id} intent="register" result={result} busy={busy} submit={submit} />
        {!isDone && (
          <Submit intent="register" busy={busy}>
            {submit}
          </Submit>
        )}
      </Form>
      {isDone && <Secrets generated={result.generated ?? []} />}
    </>
  );
}

const Faults = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& ul": {
    listStyleType: "none",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "lg",
    maxH: "24rem",
    overflowY: "auto",
    // The list takes the focus to be scrolled by keys.
    position: "relative",
  },
  "& li": { display: "flex", flexWrap: "wrap", columnGap: "3", px: "4", py: "2" },
  "& li + li": { borderTopWidth: "1px", borderColor: "border.muted" },
  "& b": { fontWeight: "medium" },
  "& code": { fontFamily: "mono", textStyle: "xs", color: "fg.muted" },
});
