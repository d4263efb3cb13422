import { getCountries, getLanguages } from "./codes.ts";
import { envelopeKeys } from "./envelope-keys.ts";
import { subscribe } from "./subscribe.ts";
import { confirmSubscription, endSubscription, readSubscription } from "./subscription.ts";
import { timeZoneAt } from "./time-zone-at.ts";
import { uploadImage } from "./upload-image.ts";
import { weather } from "./weather.ts";

export const basicOperations = [
  envelopeKeys,
  getLanguages,
  getCountries,
  uploadImage,
  subscribe,
  readSubscription,
  confirmSubscription,
  endSubscription,
  timeZoneAt,
  weather,
] as const;
