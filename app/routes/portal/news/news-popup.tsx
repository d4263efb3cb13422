import { Suspense, useState } from "react";
import { useFetcher } from "react-router";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { PopupNews } from "./popup-news.ts";

const NewsDialog = lazyComponent(() => import("./news-dialog.tsx"));

/** Shows the newest unread news that is marked for attention; closing it marks it as read. */
export function NewsPopup({ news }: { news: PopupNews | null }) {
  const hasScripts = useHydrated();
  const fetcher = useFetcher();
  const [closed, setClosed] = useState<number | null>(null);
  if (!hasScripts || news === null || news.id === closed) return null;
  const close = () => {
    // It is not shown again on this page, even if the call fails.
    setClosed(news.id);
    void fetcher.submit({ intent: "close", id: news.id }, { method: "post", action: "/news" });
  };
  return (
    <Suspense>
      <NewsDialog news={news} onClose={close} />
    </Suspense>
  );
}
