import { z } from "zod";
import { updateRecord } from "#domain/firmware/update.ts";
import { FIRMWARE_REFUSALS } from "#protocol/firmware/firmware-rpc.ts";

export const availableRelease = z.object({
  releaseId: z.int(),
  version: z.string(),
  notes: z.record(z.string(), z.string()).describe("What is new, by language"),
  size: z.int().describe("Bytes"),
  minSoc: z.number().nullable().describe("Minimum state of charge, %"),
  whenOff: z.boolean().describe("Whether the inverters must be off"),
  refusal: z
    .enum(["socLow", "notOff"])
    .nullable()
    .describe("Condition of the release that is not met now"),
});

export const updateRow = z.object({
  address: z.string(),
  typeCode: z.string(),
  name: z.string().describe("Alias or model"),
  model: z.string().nullable(),
  component: z.string().describe("`dsp`, `lcd`, `mppt`, …"),
  version: z.string().nullable().describe("As the equipment reports it"),
  updating: z.boolean(),
  progress: z.number().describe("Progress of the state of the update, %; 100 means done"),
  update: updateRecord.nullable().describe("The newest update of the component"),
  available: availableRelease.nullable().describe("The newest release that fits"),
  invalid: z
    .object({ version: z.string(), reason: z.enum(["expired", "notYet"]) })
    .nullable()
    .describe("The newest release that fits but is not valid at present, if none is available"),
});

/** Facts of the site that concern all of its rows. */
export const siteUpdateFacts = {
  online: z.boolean(),
  refusal: z
    .enum(FIRMWARE_REFUSALS)
    .nullable()
    .describe("Why no update can begin now, whatever the release"),
  rollout: z
    .object({ rolloutId: z.int(), own: z.boolean().describe("Whether the caller began it") })
    .nullable()
    .describe("Open rollout of firmware in which the site is"),
  awaited: z
    .object({
      updateId: z.string(),
      installs: z.boolean().describe("Whether the file is installed without a confirmation"),
      hasVersion: z.boolean().describe("Whether the equipment reported the new version"),
      healthySince: z
        .int()
        .nullable()
        .describe("Since when the equipment is healthy with the new version, ms UTC"),
      provenAt: z
        .int()
        .nullable()
        .describe("When it becomes a success if the equipment stays healthy, ms UTC"),
      due: z.int().describe("When the update ends without another report, ms UTC"),
    })
    .nullable()
    .describe("What the newest update waits for"),
  soc: z.number().nullable().describe("State of charge of the battery, %"),
};
export const factsExample = {
  online: true,
  refusal: "busy" as const,
  rollout: null,
  awaited: {
    updateId: "5f7c2a52-4a5e-4b5e-9f0d-0c8f6f0f7a11",
    installs: true,
    hasVersion: false,
    healthySince: null,
    provenAt: null,
    due: 1_790_001_800_000,
  },
  soc: 82,
};

const record = {
  updateId: "5f7c2a52-4a5e-4b5e-9f0d-0c8f6f0f7a11",
  address: "003311",
  component: "dsp",
  releaseId: 4,
  fromVersion: "1.7.2",
  version: "1.8.0",
  by: "Olga Owner",
  at: 1_790_000_000_000,
  state: "transferring" as const,
  progress: 40,
  message: null,
  result: null,
  reason: null,
  endedAt: null,
  endedIn: null,
};
export const recordExample = record;
export const rowExample = {
  address: "003311",
  typeCode: "0033",
  name: "K1 5000",
  model: "K1-5000",
  component: "dsp",
  version: "1.7.2",
  updating: true,
  progress: 40,
  update: record,
  available: {
    releaseId: 4,
    version: "1.8.0",
    notes: { en: "Faster start." },
    size: 1_310_720,
    minSoc: 30,
    whenOff: false,
    refusal: null,
  },
  invalid: null,
};
