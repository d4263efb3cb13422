import {
  addBlocked,
  deleteBlocked,
  exportSubscribers,
  pageBlocked,
  pageSubscribers,
} from "./addresses.ts";
import { pageActs } from "./audit.ts";
import { getFeedback, pageFeedback, replyFeedback, updateFeedback } from "./feedback.ts";
import { getHealth } from "./health.ts";
import { addModule, deleteModule, importModules, pageModules } from "./modules.ts";
import { addNewsItem, deleteNewsItem, getAnyNews, pageAllNews, updateNewsItem } from "./news.ts";
import { getOperatorSettings, updateOperatorSettings } from "./notify.ts";
import { getUser, pageUsers, updateRule } from "./users.ts";

export const platformOperations = [
  pageFeedback,
  getFeedback,
  updateFeedback,
  replyFeedback,
  pageAllNews,
  getAnyNews,
  addNewsItem,
  updateNewsItem,
  deleteNewsItem,
  pageUsers,
  getUser,
  updateRule,
  pageModules,
  addModule,
  importModules,
  deleteModule,
  pageSubscribers,
  exportSubscribers,
  pageBlocked,
  addBlocked,
  deleteBlocked,
  pageActs,
  getHealth,
  getOperatorSettings,
  updateOperatorSettings,
] as const;
