import { useState } from "react";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { NewsDate } from "#app/routes/portal/news/news-date.tsx";
import { NewsText } from "#app/routes/portal/news/news-text.tsx";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { pillStyles } from "#app/ui/pill-styles.ts";
import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGES, type Language } from "#domain/languages.ts";
import type { Words } from "./news-data.ts";

type NewsPreviewProps = {
  texts: Partial<Record<Language, Words>>;
  publishTime: number | null;
  /** Called when another language is chosen, so that restored drafts are shown, too. */
  onLanguage: () => void;
};

/** The news item as a user with the chosen language reads it. */
export function NewsPreview({ texts, publishTime, onLanguage }: NewsPreviewProps) {
  const { t, i18n } = useTranslation("platform");
  const [language, setLanguage] = useState<Language>(
    LANGUAGES.find((one) => one === i18n.language) ?? DEFAULT_LANGUAGE,
  );
  const own = texts[language];
  const shown = own === undefined ? DEFAULT_LANGUAGE : language;
  const words = texts[shown];
  return (
    <Section stacked title={t("news.preview.title")} text={t("news.preview.text")}>
      <Pills role="group" aria-label={t("news.preview.language")}>
        {LANGUAGES.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            aria-pressed={one === language}
            onClick={() => {
              onLanguage();
              setLanguage(one);
            }}
          >
            {LANGUAGE_NAMES[one]}
          </button>
        ))}
      </Pills>
      {own === undefined && language !== DEFAULT_LANGUAGE && (
        <Notice tone="warning">
          {t("news.preview.fallback", { language: LANGUAGE_NAMES[language] })}
        </Notice>
      )}
      {words === undefined ? (
        <p>{t("news.preview.empty")}</p>
      ) : (
        <Article>
          <h3 lang={shown} dir="auto">
            {words.title}
          </h3>
          {publishTime !== null && (
            <small>
              <NewsDate at={publishTime} />
            </small>
          )}
          <NewsText text={words.text} language={shown} />
        </Article>
      )}
    </Section>
  );
}

const Pills = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& button": { ...pillStyles, justifyContent: "center", minW: "11", cursor: "pointer" },
});

const Article = styled("article", {
  borderWidth: "1px",
  borderColor: "border",
  borderRadius: "lg",
  p: "4",
  "& h3": {
    textStyle: "lg",
    fontWeight: "semibold",
    overflowWrap: "anywhere",
    textAlign: "start",
    _empty: { display: "none" },
  },
  "& small": { textStyle: "sm", color: "fg.subtle" },
});
