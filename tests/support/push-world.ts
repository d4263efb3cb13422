import { env } from "cloudflare:workers";
import { saveSubscription } from "#database/push/push-subscriptions.ts";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "#operations/context.ts";
import type { PushMessage } from "#operations/push/push-provider.ts";
import { sendPushes } from "#operations/push/send-pushes.ts";
import { createPushProvider } from "#workers/push/create-push-provider.ts";
import { contextOf } from "#workers/services.ts";
import { PushReceiver } from "./push-receiver.ts";
import type { TestContext } from "./test-context.ts";

/** Browsers of users, each at its own address of a push service, and the sender with a clock turned by hand. */
export class PushWorld {
  readonly #clock: TestContext;
  readonly #receivers: PushReceiver[] = [];
  readonly logged: string[] = [];

  constructor(clock: TestContext) {
    this.#clock = clock;
  }

  /** The context of the portal, whose pushes go to the browsers of this world. */
  context(): Context {
    const push = createPushProvider({
      keys: this.#clock.keys,
      operator: UNNAMED_OPERATOR,
      portalOrigin: "https://portal.example",
      localReceivers: [],
      now: this.#clock.now,
      fetch: async (address, init) => {
        const receiver = this.#receivers.find(({ endpoint }) => endpoint === address);
        if (receiver === undefined) throw new Error(`nothing is at ${address}`);
        return receiver.receive(address, init);
      },
    });
    const write = (event: string, detail: unknown) =>
      this.logged.push(
        `${event} ${detail instanceof Error ? detail.message : JSON.stringify(detail)}`,
      );
    return { ...this.#clock, push, log: { info: write, error: write } };
  }

  async subscribe(userId: number): Promise<PushReceiver> {
    const number = this.#receivers.length + 1;
    const receiver = await PushReceiver.open(`https://fcm.googleapis.com/fcm/send/${number}`);
    const sessionId = `session ${number}`;
    const now = this.#clock.now();
    await env.DB.prepare(
      "insert or replace into sessions (id, user_id, created_at, last_used_at, client) values (?, ?, ?, ?, 'Firefox, Linux')",
    )
      .bind(sessionId, userId, now, now)
      .run();
    await saveSubscription(this.#clock.database, {
      userId,
      endpoint: receiver.endpoint,
      ...receiver.subscription.keys,
      vapidKey: contextOf(env).push.publicKey,
      sessionId,
      createdAt: now,
    });
    this.#receivers.push(receiver);
    return receiver;
  }

  /** Sends what is due. */
  send(): Promise<void> {
    return sendPushes(this.context(), this.#clock.now() + MINUTE_MS);
  }
}

export function messagesOf({ received }: PushReceiver): PushMessage[] {
  return received.map(({ text }) => JSON.parse(text));
}
