import type { Language } from "#domain/languages.ts";

/** An e-mail as a provider takes it. */
export type OutgoingMail = {
  /** Envelope addresses, without names. */
  from: string;
  to: string;
  /** The whole message, headers first, lines ending with CR LF. */
  mime: string;
};

/** Who carries e-mails away. */
export type MailProvider = {
  /** Resolves once the provider has taken it. @throws MailRefused where it says why not */
  send(mail: OutgoingMail): Promise<void>;
};

/** A provider did not take an e-mail. The reason goes to the log: a code or a few words, nothing personal. */
export class MailRefused extends Error {
  /** Whether no further attempt can help. */
  readonly forGood: boolean;

  constructor(reason: string, { forGood = false }: { forGood?: boolean } = {}) {
    super(reason);
    this.name = "MailRefused";
    this.forGood = forGood;
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

/** What the sender needs besides the database. */
export type MailSender = {
  /** Null where none is configured. */
  provider: MailProvider | null;
  /** @throws where it cannot be written */
  compose(mail: StoredMail): OutgoingMail;
};
