import { expect, test } from "vitest";
import { signWebhook, writeWebhookSecret } from "./sign-webhook.ts";

// standard-webhooks/standard-webhooks, libraries/javascript/src/webhook.test.ts, "sign function works" (MIT).
const SECRET = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const AT = 1_614_265_330_000;
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

const secret = Uint8Array.from(atob(SECRET), (letter) => letter.charCodeAt(0));

test("a delivery is signed as standard-webhooks requires", () => {
  expect(signWebhook({ id: ID, at: AT, body: BODY }, [secret])).toEqual({
    "webhook-id": ID,
    "webhook-timestamp": "1614265330",
    "webhook-signature": SIGNATURE,
  });
  expect(writeWebhookSecret(secret)).toBe(`whsec_${SECRET}`);
});

test("two valid secrets make two signatures", () => {
  const other = new Uint8Array(32);
  const { "webhook-signature": signatures = "" } = signWebhook({ id: ID, at: AT, body: BODY }, [
    other,
    secret,
  ]);
  expect(signatures.split(" ")).toHaveLength(2);
  expect(signatures.split(" ")[1]).toBe(SIGNATURE);
});
