import { styled } from "#app/theme/styled.tsx";
import type { Language } from "#domain/languages.ts";
import { paragraphsOf } from "#domain/news/paragraphs.ts";

/** Paragraphs of a news item, aligned by the direction of their language. */
export function NewsText({ text, language }: { text: string; language: Language }) {
  return (
    <Paragraphs>
      {paragraphsOf(text).map((paragraph, place) => (
        // A text may contain the same paragraph twice, and the order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id
        <p key={place} lang={language} dir="auto">
          {paragraph}
        </p>
      ))}
    </Paragraphs>
  );
}

const Paragraphs = styled("div", {
  "& > p": { mt: "4", overflowWrap: "anywhere", whiteSpace: "pre-line", textAlign: "start" },
});
