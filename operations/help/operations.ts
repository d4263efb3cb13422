import { markNews } from "./mark-news.ts";
import { countNews, getNews, pageNews, popupNews } from "./read-news.ts";

export const helpOperations = [countNews, pageNews, popupNews, getNews, markNews] as const;
