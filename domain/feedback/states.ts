/** States of a message to the operator: unanswered, answered by e-mail, or closed without further work. */
export const FEEDBACK_STATES = ["open", "answered", "closed"] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];
