import type { OutgoingMail } from "#operations/mails/mail-sender.ts";

type Sender = { hasLost(id: number): boolean };
/** One acceptance of an e-mail. */
type Copy = {
  to: string;
  sender: Sender;
  /** Whether the sender did not get the answer of the provider. */
  isUnanswered: boolean;
};

/** Takes e-mails and remembers from which sender, by Message-ID. */
export class PretendProvider {
  readonly copies = new Map<string, Copy[]>();
  readonly #read: ((mail: OutgoingMail) => void) | undefined;

  /** @param read called with the first copy of each e-mail */
  constructor(read?: (mail: OutgoingMail) => void) {
    this.#read = read;
  }

  take(mail: OutgoingMail, sender: Sender, isUnanswered = false): void {
    const messageId = /^Message-ID: (\S+)\r$/m.exec(mail.mime)?.[1] ?? "none";
    const before = this.copies.get(messageId);
    this.copies.set(messageId, [...(before ?? []), { to: mail.to, sender, isUnanswered }]);
    if (before === undefined) this.#read?.(mail);
  }
}
