import { z } from "zod";
import { fileReference } from "../files/file-path.ts";
import { plainText } from "../plain-text.ts";
import { MAX_FEEDBACK_MESSAGE, MAX_FEEDBACK_PHOTOS } from "../text-limits.ts";
import { emailAddress } from "../users/email-address.ts";
import { personName } from "../users/profile.ts";

/** Maximum number of replies to one message. */
export const MAX_FEEDBACK_REPLIES = 20;

/** Text of a message or reply: plain, at most 4000 characters, with line breaks. */
export const feedbackText = plainText.pipe(
  z.string().min(1, "required").max(MAX_FEEDBACK_MESSAGE, "tooLong"),
);

/** Message of a user to the operator; `email` receives the reply. */
export const newFeedback = z.object({
  name: personName,
  email: emailAddress,
  message: feedbackText,
  photos: z.array(fileReference).max(MAX_FEEDBACK_PHOTOS, "tooMany").default([]),
});
