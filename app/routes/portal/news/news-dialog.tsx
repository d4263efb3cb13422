import { Button } from "@chakra-ui/react";
import { useRef } from "react";
import { Link } from "react-router";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DialogShell } from "#app/ui/dialog-shell.tsx";
import { NewsDate } from "./news-date.tsx";
import { NewsText } from "./news-text.tsx";
import type { PopupNews } from "./popup-news.ts";

/** A news item in a dialog. Loaded when there is one. */
export default function NewsDialog({ news, onClose }: { news: PopupNews; onClose: () => void }) {
  usePageTexts("news");
  const { t } = useTranslation(["news", "common"]);
  const close = useRef<HTMLButtonElement>(null);
  const { title, text, language, publishTime } = news;
  return (
    <DialogShell
      name="news"
      title={<bdi lang={language}>{title}</bdi>}
      initialFocus={() => close.current}
      onClose={onClose}
      footer={
        <>
          <Button asChild variant="outline" colorPalette="gray">
            <Link to="/news" onClick={onClose}>
              {t("back")}
            </Link>
          </Button>
          <Button ref={close} onClick={onClose}>
            {t("common:actions.close")}
          </Button>
        </>
      }
    >
      <small>
        <NewsDate at={publishTime} />
      </small>
      <NewsText text={text} language={language} />
    </DialogShell>
  );
}
