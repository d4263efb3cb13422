import { z } from "zod";
import {
  addFeedbackReply,
  changeFeedbackState,
  findFeedback,
  listFeedback,
} from "#database/help/feedback.ts";
import { feedbackText, MAX_FEEDBACK_REPLIES } from "#domain/feedback/feedback.ts";
import { FEEDBACK_STATES } from "#domain/feedback/states.ts";
import { filePath } from "#domain/files/file-path.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { Problem } from "#domain/problem.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { signedIn } from "../access.ts";
import { newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { listedPage } from "../sites/site-schema.ts";
import { actingOf } from "./acting.ts";

const instant = z.int().describe("ms UTC");
const count = z.int().min(0);
const messageId = z.int().min(1);

const listedFeedback = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().describe("Address that receives the replies"),
  message: z.string(),
  photos: z.array(z.string()).describe("Paths of the images"),
  language: z.enum(LANGUAGES).describe("Language of the e-mail around a reply"),
  state: z.enum(FEEDBACK_STATES),
  submitTime: instant,
});

const example = {
  id: 7,
  name: "Ana",
  email: "ana@example.org",
  message: "The chart of my site stays empty on my phone.",
  photos: ["/files/kT2m0yFQm4rB1oNfX9pLwA"],
  language: "en",
  state: "open",
  submitTime: 1_790_000_000_000,
} as const;

type StoredFeedback = Omit<z.infer<typeof listedFeedback>, "submitTime"> & { createdAt: number };

function describe({ createdAt, photos, ...rest }: StoredFeedback) {
  return { ...rest, photos: photos.map(filePath), submitTime: createdAt };
}

export const pageFeedback = operation({
  path: "POST /platform/v2/feedback/page",
  description: {
    summary:
      "Returns one page of the messages of users to the operator in a state, newest first. For operators only",
    output: listedPage(listedFeedback).extend({
      counts: z
        .object({ open: count, answered: count, closed: count })
        .describe("Messages in each state"),
    }),
    example: {
      input: { state: "open", page: 1, size: 20 },
      output: {
        total: 1,
        page: 1,
        size: 20,
        list: [example],
        counts: { open: 1, answered: 12, closed: 3 },
      },
    },
  },
  input: pageQuery.extend({ state: z.enum(FEEDBACK_STATES) }),
  access: signedIn("manageFeedback"),
  writes: false,
  async run({ input: { state, page, size }, context: { database } }) {
    const window = { limit: size, offset: (page - 1) * size };
    const { list, counts } = await listFeedback(database, state, window);
    return { total: counts[state], page, size, list: list.map(describe), counts };
  },
});

export const getFeedback = operation({
  path: "POST /platform/v2/feedback/get",
  description: {
    summary: "Returns one message to the operator with its replies. For operators only",
    output: listedFeedback.extend({
      replies: z.array(
        z.object({
          number: z.int().min(1),
          text: z.string(),
          replyTime: instant,
          by: z.string().nullable().describe("Name of the operator; null if deleted"),
        }),
      ),
    }),
    example: {
      input: { id: 7 },
      output: {
        ...example,
        state: "answered",
        replies: [
          { number: 1, text: "Please try it again.", replyTime: 1_790_003_600_000, by: "Kim" },
        ],
      },
    },
  },
  input: z.object({ id: messageId }),
  access: signedIn("manageFeedback"),
  writes: false,
  async run({ input: { id }, context: { database } }) {
    const found = await findFeedback(database, id);
    if (found === undefined) throw new Problem("notFound");
    const { replies, ...message } = found;
    return {
      ...describe(message),
      replies: replies.map(({ createdAt, ...reply }) => ({ ...reply, replyTime: createdAt })),
    };
  },
});

export const updateFeedback = operation({
  path: "POST /platform/v2/feedback/update",
  description: {
    summary: "Changes the state of a message to the operator. For operators only",
    output: z.null(),
    example: { input: { id: 7, state: "closed" }, output: null },
  },
  input: z.object({ id: messageId, state: z.enum(FEEDBACK_STATES) }),
  access: signedIn("manageFeedback"),
  async run({ input: { id, state }, context, caller }) {
    const acting = actingOf(caller, context);
    if (!(await changeFeedbackState(context.database, id, state, acting)))
      throw new Problem("notFound");
    return null;
  },
});

export const replyFeedback = operation({
  path: "POST /platform/v2/feedback/reply",
  description: {
    summary:
      "Replies to a message by e-mail, in a frame in the sender's language, and marks it as answered. Returns 409 if it has another number of replies than `replies`. For operators only",
    output: z.null(),
    example: { input: { id: 7, replies: 0, text: "Please try it again." }, output: null },
  },
  input: z.object({
    id: messageId,
    replies: z.int().min(0).describe("Number of replies that the operator has seen"),
    text: feedbackText,
  }),
  access: signedIn("manageFeedback"),
  async run({ input: { id, replies, text }, context, caller: { person } }) {
    const { database } = context;
    const found = await findFeedback(database, id);
    if (found === undefined) throw new Problem("notFound");
    if (found.replies.length >= MAX_FEEDBACK_REPLIES)
      throw new Problem("conflict", { message: "repliesFull", limit: MAX_FEEDBACK_REPLIES });
    const number = replies + 1;
    const mail = newMail(context, {
      cause: `feedbackReply:${id}:${number}`,
      template: "feedbackReply",
      values: { name: found.name, text },
      language: found.language,
      recipient: found.email,
    });
    const reply = { feedbackId: id, number, text, by: person.id, now: context.now() };
    if (!(await addFeedbackReply(database, reply, mail))) throw new Problem("conflict");
    await context.announceMail();
    return null;
  },
});
