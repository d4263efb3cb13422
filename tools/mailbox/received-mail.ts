import type { Email } from "postal-mime";

/** An e-mail as it arrived. */
export type ReceivedMail = { id: string; receivedAt: Date; source: string; read: Email };
