import { markNews } from "./mark-news.ts";
import { countNews, getNews, pageNews, popupNews } from "./read-news.ts";
import { submitFeedback } from "./submit-feedback.ts";

export const helpOperations = [
  countNews,
  pageNews,
  popupNews,
  getNews,
  markNews,
  submitFeedback,
] as const;
