import type { Language } from "#domain/languages.ts";

/** An e-mail in the form that providers accept. */
export type OutgoingMail = {
  /** Envelope addresses, without names. */
  from: string;
  to: string;
  /** The whole message, headers first, lines ending with CR LF. */
  mime: string;
};

/** Transport of e-mails. */
export type MailProvider = {
  /** Resolves once the provider has accepted the e-mail. @throws MailRefused if it gives a reason */
  send(mail: OutgoingMail): Promise<void>;
};

/**
 * Thrown if a provider does not accept an e-mail. The reason goes to the log: a code or a few words, nothing personal.
 */
export class MailRefused extends Error {
  /** Whether no further attempt can help. */
  readonly isPermanent: boolean;

  constructor(reason: string, { isPermanent = false }: { isPermanent?: boolean } = {}) {
    super(reason);
    this.name = "MailRefused";
    this.isPermanent = isPermanent;
  }
}

export type StoredMail = {
  template: string;
  language: Language;
  recipient: string;
  values: string;
  messageId: string;
  createdAt: number;
};

/** Dependencies of the sending job besides the database. */
export type MailSender = {
  /** Null if no provider is configured. */
  provider: MailProvider | null;
  /** @throws if the e-mail cannot be composed */
  compose(mail: StoredMail): OutgoingMail;
};
