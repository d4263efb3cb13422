import type { OutgoingMail } from "#operations/mails/mail-sender.ts";

type Sender = { hasLost(id: number): boolean };
type Copy = { to: string; sender: Sender };

/** Takes e-mails and remembers from which sender, by Message-ID. */
export class PretendProvider {
  readonly copies = new Map<string, Copy[]>();

  take({ to, mime }: OutgoingMail, sender: Sender): void {
    const messageId = /^Message-ID: (\S+)\r$/m.exec(mime)?.[1] ?? "none";
    this.copies.set(messageId, [...(this.copies.get(messageId) ?? []), { to, sender }]);
  }
}
