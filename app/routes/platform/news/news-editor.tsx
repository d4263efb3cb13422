import { Input } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import {
  FieldFrame,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "#app/forms/fields.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { type Refusable, useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGES, type Language } from "#domain/languages.ts";
import { MAX_NEWS_TEXT, MAX_NEWS_TITLE } from "#domain/text-limits.ts";
import { BackLink, EntryColumn } from "../back-link.tsx";
import { type EditedNews, fieldsOf, PUBLISH_CHOICES, readTexts, type Words } from "./news-data.ts";
import { NewsPreview } from "./news-preview.tsx";

const TEXT_ROWS = 6;

type Texts = Partial<Record<Language, Words>>;

/** Form of a news item in six languages beside its preview; `news` is null for a new one. */
export function NewsEditor({ news }: { news: EditedNews | null }) {
  const { t } = useTranslation("platform");
  const navigate = useNavigate();
  const [texts, setTexts] = useState<Texts>(news?.texts ?? {});
  const { Form, form, busy, result, outcome } = useOwnForm("save", {
    onDone: () => news === null && navigate("/platform/news"),
  });
  const refresh = () => {
    if (form.current === null) return;
    const typed = new FormData(form.current);
    setTexts(readTexts((name) => String(typed.get(name) ?? "")));
  };
  // A refused form without scripts has its typed texts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is read once, after the first render
  useEffect(refresh, []);
  const typed = result?.problem ? result.values : {};
  return (
    <EntryColumn>
      <BackLink to="/platform/news">{t("news.back")}</BackLink>
      <h1 tabIndex={-1}>{news === null ? t("news.new") : t("news.edit")}</h1>
      <Sides>
        <Section stacked title={t("news.content")}>
          <Form method="post" ref={form} noValidate onInput={refresh}>
            {news !== null && <input type="hidden" name="version" value={news.version} />}
            {LANGUAGES.map((language) => (
              <LanguageFields
                key={language}
                language={language}
                stored={news?.texts[language]}
                typed={typed}
                isMissing={texts[language] === undefined}
                result={result}
              />
            ))}
            <PublishFields news={news} typed={typed} result={result} />
            <Outcome result={outcome} done={t("news.saved")} />
            <Submit intent="save" busy={busy}>
              {t("news.save")}
            </Submit>
          </Form>
        </Section>
        <NewsPreview texts={texts} publishTime={news?.publishTime ?? null} onLanguage={refresh} />
      </Sides>
      {news !== null && <DeleteNews />}
    </EntryColumn>
  );
}

type LanguageFieldsProps = {
  language: Language;
  stored: Words | undefined;
  typed: Readonly<Record<string, string>>;
  isMissing: boolean;
  result: Refusable;
};

/** Title and text of one language; English and languages with faults are open. */
function LanguageFields({ language, stored, typed, isMissing, result }: LanguageFieldsProps) {
  const { t } = useTranslation("platform");
  const names = fieldsOf(language);
  const faults = result?.problem?.fields ?? {};
  const isFaulty = names.title in faults || names.text in faults;
  return (
    <Panel open={language === DEFAULT_LANGUAGE || stored !== undefined || isFaulty}>
      <summary>
        <bdi lang={language}>{LANGUAGE_NAMES[language]}</bdi>
        {isMissing && <small>{t("news.notTranslated")}</small>}
      </summary>
      <TextField
        name={names.title}
        label={t("news.fields.title")}
        lang={language}
        dir="auto"
        limit={MAX_NEWS_TITLE}
        defaultValue={typed[names.title] ?? stored?.title}
        result={result}
      />
      <TextAreaField
        name={names.text}
        label={t("news.fields.text")}
        hint={t("news.fields.textHint")}
        lang={language}
        rows={TEXT_ROWS}
        limit={MAX_NEWS_TEXT}
        defaultValue={typed[names.text] ?? stored?.text}
        result={result}
      />
    </Panel>
  );
}

/** An instant as a field of type `datetime-local` has it, in UTC. */
const local = (at: number | null | undefined) =>
  typeof at === "number" ? new Date(at).toISOString().slice(0, "2026-01-01T00:00".length) : "";

type PublishFieldsProps = {
  news: EditedNews | null;
  typed: Readonly<Record<string, string>>;
  result: Refusable;
};

function PublishFields({ news, typed, result }: PublishFieldsProps) {
  const { t } = useTranslation("platform");
  const at = news?.publishTime ?? null;
  return (
    <Publish>
      <SwitchField
        name="attention"
        label={t("news.fields.attention")}
        hint={t("news.fields.attentionHint")}
        on={news?.attention ?? false}
      />
      <SelectField
        name="publish"
        label={t("news.fields.publish")}
        value={typed.publish ?? (at === null ? "draft" : "at")}
        result={result}
      >
        {PUBLISH_CHOICES.map((one) => (
          <option key={one} value={one}>
            {t(`news.publish.${one}`)}
          </option>
        ))}
      </SelectField>
      <Pair>
        <div data-at>
          <FieldFrame name="publishAt" label={t("news.fields.publishAt")} result={result}>
            <Input
              type="datetime-local"
              name="publishAt"
              defaultValue={typed.publishAt ?? local(at)}
            />
          </FieldFrame>
        </div>
        <FieldFrame
          name="until"
          label={t("news.fields.until")}
          hint={t("news.fields.untilHint")}
          result={result}
        >
          <Input
            type="datetime-local"
            name="until"
            defaultValue={typed.until ?? local(news?.until)}
          />
        </FieldFrame>
      </Pair>
    </Publish>
  );
}

function DeleteNews() {
  const { t } = useTranslation("platform");
  const own = useOwnForm("delete", { drafts: "none" });
  return (
    <div>
      <ConfirmButton
        text={t("news.delete")}
        question={t("news.deleteQuestion")}
        submit={t("news.deleteSubmit")}
        intent="delete"
        own={own}
      >
        <Refusal result={own.outcome} />
      </ConfirmButton>
    </div>
  );
}

/** Form and preview side by side if there is room. */
const Sides = styled("div", {
  display: "grid",
  gap: "4",
  alignItems: "start",
  gridTemplateColumns: {
    base: "minmax(0, 1fr)",
    xl: "minmax(0, 3fr) minmax(0, 2fr)",
  },
});

const Panel = styled("details", {
  borderWidth: "1px",
  borderColor: "border",
  borderRadius: "lg",
  px: "4",
  "&[open]": { pb: "4" },
  "& > summary": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "3",
    minH: "11",
    cursor: "pointer",
    fontWeight: "medium",
    borderRadius: "md",
    focusVisibleRing: "outside",
    // The triangle of the browser is lost with `display: flex`.
    _before: {
      content: '""',
      borderInlineStart: "6px solid currentColor",
      borderBlock: "4px solid transparent",
      color: "fg.muted",
      _rtl: { borderInlineStart: "6px solid currentColor" },
    },
  },
  "&[open] > summary::before": {
    transform: "rotate(90deg)",
    _rtl: { transform: "rotate(-90deg)" },
  },
  "& > summary small": { textStyle: "xs", fontWeight: "normal", color: "fg.muted" },
  "& > summary ~ * + *": { mt: "3" },
});

const Publish = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  "&:not(:has(option[value=at]:checked)) [data-at]": { display: "none" },
});
