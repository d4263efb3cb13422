import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Route } from "./+types/page";
import { NewsDate } from "./news-date.tsx";
import { NewsForm } from "./news-form.tsx";

type ListedNews = Route.ComponentProps["loaderData"]["news"][number];

/** A text in another language keeps its own direction, but is aligned like the list. */
export function NewsList({ news }: { news: readonly ListedNews[] }) {
  const { t } = useTranslation("news");
  return (
    <List>
      {news.map(({ id, title, begin, language, publishTime, read }) => (
        <li key={id} data-unread={!read || undefined}>
          {read ? (
            <h2>
              <Link to={`/news/${id}`}>
                <bdi lang={language}>{title}</bdi>
              </Link>
            </h2>
          ) : (
            <NewsForm id={id}>
              <h2>
                <button type="submit">
                  <bdi lang={language}>{title}</bdi>
                </button>
              </h2>
            </NewsForm>
          )}
          <p>
            <bdi lang={language}>{begin}</bdi>
          </p>
          <small>
            <NewsDate at={publishTime} />
            {!read && <b>{t("unread")}</b>}
          </small>
        </li>
      ))}
    </List>
  );
}

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& > li": {
    layerStyle: "card",
    position: "relative",
    px: { base: "4", md: "6" },
    py: "4",
    transition: "background 0.15s",
    _hover: { bg: "bg.hover" },
    // The whole card opens the news; only its title has an accessible name and the focus.
    overflow: "hidden",
    "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "brand.focusRing" },
  },
  "& > [data-unread]": {
    _before: {
      content: '""',
      position: "absolute",
      insetBlock: "0",
      insetStart: "0",
      w: "1",
      bg: "brand.solid",
    },
  },
  "& h2": { fontWeight: "medium", textStyle: "md", overflowWrap: "anywhere" },
  "& [data-unread] h2": { fontWeight: "bold" },
  "& h2 > *": {
    textAlign: "inherit",
    cursor: "pointer",
    outline: "none",
    _before: { content: '""', position: "absolute", inset: "0" },
  },
  "& p": {
    mt: "1",
    textStyle: "sm",
    color: "fg.muted",
    overflowWrap: "anywhere",
  },
  "& small": {
    display: "flex",
    alignItems: "center",
    gap: "3",
    mt: "2",
    textStyle: "xs",
    color: "fg.subtle",
  },
  "& small b": {
    px: "2",
    borderRadius: "full",
    bg: "brand.subtle",
    color: "brand.fg",
    fontWeight: "semibold",
    lineHeight: "1.25rem",
  },
});
