import { envelopeKeys } from "./envelope-keys.ts";

export const basicOperations = [envelopeKeys] as const;
