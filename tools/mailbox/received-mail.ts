import type { Email } from "postal-mime";

/** A received e-mail with its source and its parsed form. */
export type ReceivedMail = { id: string; receivedAt: Date; source: string; read: Email };
