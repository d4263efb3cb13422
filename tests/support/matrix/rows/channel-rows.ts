import type { Who } from "../cast.ts";
import { thingIdFor } from "../cast.ts";
import {
  BUT_DEMO,
  bySite,
  ofOneself,
  reads,
  readsSite,
  writes,
  writesSite,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** A webhook is the administrators'; a token outlives no session, but a webhook would. */
const SETTERS: readonly Who[] = ["stranger", "administrator", "owner"];

/** A real point of the curve: that of RFC 8291, appendix A. */
const KEYS = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

/** Where notifications go: to browsers of a user, and from a site to an address. */
export const channelRows: Readonly<Record<string, Row>> = {
  "POST /user/v2/push/key": { ...reads, may: BUT_DEMO, input: ofOneself() },
  "POST /user/v2/push/list": { ...reads, may: BUT_DEMO, input: ofOneself() },
  "POST /user/v2/push/subscribe": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself((who) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/new-${who}`,
      keys: KEYS,
    })),
  },
  "POST /user/v2/push/unsubscribe": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({ id: thingIdFor(who, which) }),
  },
  "POST /user/v2/push/test": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({ id: thingIdFor(who, which) }),
  },

  "POST /site/v2/webhook/get": { ...readsSite, may: SETTERS, input: bySite() },
  "POST /site/v2/webhook/update": {
    ...writesSite,
    may: SETTERS,
    input: bySite({ url: "https://hooks.example.org/helioport" }),
    confirms: true,
  },
  "POST /site/v2/webhook/rotate": {
    ...writesSite,
    may: SETTERS,
    input: bySite(),
    confirms: true,
    alone: true,
  },
  "POST /site/v2/webhook/delete": { ...writesSite, may: SETTERS, input: bySite(), alone: true },
  "POST /site/v2/webhook/test": { ...writesSite, may: SETTERS, input: bySite() },
  "POST /site/v2/webhook/deliveries": { ...readsSite, may: SETTERS, input: bySite() },
};
