import { z } from "zod";
import { countUnreadNews, findNews, findUnreadAttention, listNews } from "#database/help/news.ts";
import { Problem } from "#domain/problem.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { listedPage } from "../sites/site-schema.ts";
import { describeNewsItem, newsExample, newsItem, readerOf } from "./news-schema.ts";

export const countNews = operation({
  path: "POST /help/v2/news/nums",
  description: {
    summary: "Returns the number of unread news items",
    output: z.object({ nums: z.int() }),
    example: { input: {}, output: { nums: 3 } },
  },
  input: z.object({}),
  access: signedIn("readNews"),
  async run({ context, caller }) {
    const { person } = caller;
    if (person.demo) return { nums: 0 };
    const reader = { userId: person.id, now: context.now() };
    return { nums: await countUnreadNews(context.database, reader) };
  },
});

export const pageNews = operation({
  path: "POST /help/v2/news/page",
  description: {
    summary: "Returns one page of the news in the language of the request, newest first",
    output: listedPage(newsItem),
    example: {
      input: { page: 1, size: 20 },
      output: { total: 1, page: 1, size: 20, list: [newsExample] },
    },
  },
  input: pageQuery,
  access: signedIn("readNews"),
  async run({ input: { page, size }, context, caller }) {
    const window = { limit: size, offset: (page - 1) * size };
    const { list, total } = await listNews(context.database, readerOf(caller, context), window);
    return { total, page, size, list: list.map((news) => describeNewsItem(news, caller)) };
  },
});

export const getNews = operation({
  path: "POST /help/v2/news/get",
  description: {
    summary: "Returns one news item in the language of the request",
    output: newsItem,
    example: { input: { id: 1 }, output: newsExample },
  },
  input: z.object({ id: z.int().min(1) }),
  access: signedIn("readNews"),
  async run({ input: { id }, context, caller }) {
    const news = await findNews(context.database, readerOf(caller, context), id);
    if (news === undefined) throw new Problem("notFound");
    return describeNewsItem(news, caller);
  },
});

export const popupNews = operation({
  path: "POST /help/v2/news/popup",
  description: {
    summary:
      "Returns the newest unread news item that is shown as a notice; no data if there is none",
    output: newsItem.nullable(),
    example: { input: {}, output: { ...newsExample, attention: true } },
  },
  input: z.object({}),
  access: signedIn("readNews"),
  async run({ context, caller }) {
    if (caller.person.demo) return null;
    const news = await findUnreadAttention(context.database, readerOf(caller, context));
    return news === undefined ? null : describeNewsItem(news, caller);
  },
});
