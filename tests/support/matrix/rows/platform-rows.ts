import { FEEDBACK, labelFor, NEWS, thingIdFor, type Which, type Who } from "../cast.ts";
import { ofOneself, reads, writes } from "../row-inputs.ts";
import type { Row } from "../walk.ts";

const OPERATORS: readonly Who[] = ["platform"];

/** Every operator administers all messages and news: none is another operator's. */
const byId =
  (id: number) =>
  (more: Record<string, unknown> = {}): Row["input"] =>
  (who: Who, which: Which) =>
    which === "foreign" ? null : { id: which === "own" ? id : thingIdFor(who, which), ...more };
const byMessage = byId(FEEDBACK);
const byNewsItem = byId(NEWS);
/** Everybody's account is known to operators; the one asked about has no site. */
const byUser = byId(1);
/** The module of a caller, which no site has. */
const serialOf = (who: Who, which: Which) =>
  ({ own: labelFor(who, "own").sn, absent: "NO-BOX-99", foreign: "", malformed: "!" })[which];
const newsContent = { texts: { en: { title: "Hello", text: "World" } }, publish: "draft" };

/** Administration of the platform. */
export const platformRows: Readonly<Record<string, Row>> = {
  "POST /platform/v2/feedback/page": {
    ...reads,
    may: OPERATORS,
    input: ofOneself({ state: "open", page: 1, size: 20 }),
  },
  "POST /platform/v2/feedback/get": { ...reads, may: OPERATORS, input: byMessage() },
  "POST /platform/v2/feedback/update": {
    ...writes,
    may: OPERATORS,
    input: byMessage({ state: "closed" }),
  },
  "POST /platform/v2/feedback/reply": {
    ...writes,
    may: OPERATORS,
    input: byMessage({ replies: 0, text: "Thank you" }),
  },
  "POST /platform/v2/news/page": {
    ...reads,
    may: OPERATORS,
    input: ofOneself({ page: 1, size: 20 }),
  },
  "POST /platform/v2/news/get": { ...reads, may: OPERATORS, input: byNewsItem() },
  "POST /platform/v2/news/add": { ...writes, may: OPERATORS, input: ofOneself(newsContent) },
  "POST /platform/v2/news/update": {
    ...writes,
    may: OPERATORS,
    input: byNewsItem({ version: 1, ...newsContent }),
  },
  "POST /platform/v2/news/delete": { ...writes, may: OPERATORS, input: byNewsItem() },
  "POST /platform/v2/user/page": { ...reads, may: OPERATORS, input: ofOneself({ size: 1 }) },
  "POST /platform/v2/user/get": { ...reads, may: OPERATORS, input: byUser() },
  "POST /platform/v2/user/updateRule": {
    ...writes,
    may: OPERATORS,
    input: byUser({ rule: 1 }),
    confirms: true,
  },
  "POST /platform/v2/module/page": {
    ...reads,
    may: OPERATORS,
    input: ofOneself({ search: "BOX-", size: 1 }),
  },
  "POST /platform/v2/module/add": {
    ...writes,
    may: OPERATORS,
    input: ofOneself({ serial: "NEW-0001", type: "K1" }),
    confirms: true,
  },
  "POST /platform/v2/module/import": {
    ...writes,
    may: OPERATORS,
    input: ofOneself({ modules: [{ serial: "NEW-0002", type: "K1" }], apply: true }),
    confirms: true,
  },
  "POST /platform/v2/module/delete": {
    ...writes,
    may: OPERATORS,
    input: (who, which) => (which === "foreign" ? null : { serial: serialOf(who, which) }),
    confirms: true,
  },
  "POST /platform/v2/subscriber/page": { ...reads, may: OPERATORS, input: ofOneself() },
  "POST /platform/v2/subscriber/export": { ...writes, may: OPERATORS, input: ofOneself() },
  "POST /platform/v2/blocked/page": { ...reads, may: OPERATORS, input: ofOneself() },
  "POST /platform/v2/blocked/add": {
    ...writes,
    may: OPERATORS,
    input: ofOneself({ address: "@example.net" }),
  },
  "POST /platform/v2/blocked/delete": {
    ...writes,
    may: OPERATORS,
    input: ofOneself({ address: "@blocked.example" }),
  },
  "POST /platform/v2/audit/page": { ...reads, may: OPERATORS, input: ofOneself() },
  "POST /platform/v2/health/get": { ...reads, may: OPERATORS, input: ofOneself() },
  "POST /platform/v2/settings/get": { ...reads, may: OPERATORS, input: ofOneself() },
  "POST /platform/v2/settings/update": {
    ...writes,
    may: OPERATORS,
    input: ofOneself({ feedbackMails: true }),
  },
};
