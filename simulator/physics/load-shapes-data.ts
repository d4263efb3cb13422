import type { LoadShapeName } from "../plant-profile.ts";

/** An appliance that is switched on now and then. */
export type Appliance = {
  watts: number;
  minutes: number;
  /** Average starts per day. */
  perDay: number;
  /** Local hours between which it starts. */
  from: number;
  to: number;
  /** Days on which it runs. */
  days: "any" | "working" | "weekend";
};

export type LoadShape = {
  /** Relative load of each local hour from 0 to 23. */
  working: readonly number[];
  weekend: readonly number[];
  /** Relative increase by heating per K below 16 °C, and by cooling per K above 24 °C. */
  heating: number;
  cooling: number;
  /** Deviation of the slow random variation, as a share. */
  unrest: number;
  /** Watts refer to a day of `forDailyWh` and scale with the site's. */
  forDailyWh: number;
  appliances: readonly Appliance[];
};

const always = (
  watts: number,
  minutes: number,
  perDay: number,
  from: number,
  to: number,
): Appliance => ({
  watts,
  minutes,
  perDay,
  from,
  to,
  days: "any",
});

// biome-ignore format: 24 hours in a row read as a day
export const LOAD_SHAPES: Readonly<Record<LoadShapeName, LoadShape>> = {
  familyHouse: {
    working: [3, 2.6, 2.5, 2.5, 2.6, 3, 5, 7, 6, 4.5, 4, 4, 4.5, 4.2, 4, 4.2, 5, 7, 9, 9.5, 9, 7.5, 5.5, 4],
    weekend: [3.4, 2.8, 2.6, 2.5, 2.5, 2.8, 3.5, 5, 7, 7.5, 7, 7, 7.5, 7, 6, 6, 6.5, 7.5, 9, 9.5, 9, 8, 6, 4.5],
    heating: 0.012, cooling: 0.02, unrest: 0.12, forDailyWh: 12_000,
    appliances: [
      always(2_200, 3, 6, 6, 22), always(1_400, 25, 1.2, 17, 20), always(800, 12, 1.5, 7, 20),
      always(1_900, 45, 0.6, 9, 21), { watts: 3_000, minutes: 40, perDay: 0.25, from: 10, to: 18, days: "weekend" },
    ],
  },
  farm: {
    working: [3, 3, 3, 3.2, 5, 8.5, 9, 8, 6.5, 6, 6, 6, 5.5, 5.5, 6, 6, 8, 9, 8, 6, 5, 4, 3.5, 3],
    weekend: [3, 3, 3, 3.2, 5, 8.5, 9, 8, 6, 5.5, 5, 5, 5, 5, 5, 5.5, 8, 9, 8, 6, 5, 4, 3.5, 3],
    heating: 0.004, cooling: 0.012, unrest: 0.1, forDailyWh: 40_000,
    appliances: [
      always(2_400, 40, 5, 6, 19), always(1_500, 8, 20, 0, 24),
      { watts: 3_200, minutes: 25, perDay: 1.5, from: 8, to: 17, days: "working" },
    ],
  },
  workshop: {
    working: [1.5, 1.5, 1.5, 1.5, 1.5, 2, 4, 9, 11, 12, 11, 11.5, 8, 11, 12, 11, 9, 5, 3, 2, 1.8, 1.6, 1.5, 1.5],
    weekend: [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.8, 2, 3, 4, 4, 3.5, 2.5, 2, 1.8, 1.8, 1.6, 1.6, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5],
    heating: 0.006, cooling: 0.02, unrest: 0.2, forDailyWh: 60_000,
    appliances: [
      { watts: 4_500, minutes: 4, perDay: 45, from: 7.5, to: 16.5, days: "working" },
      { watts: 2_800, minutes: 12, perDay: 14, from: 7.5, to: 16.5, days: "working" },
      always(1_500, 6, 8, 0, 24),
    ],
  },
  office: {
    working: [2, 2, 2, 2, 2, 2.2, 3, 6, 9, 10, 10, 10, 9, 9.5, 10, 10, 9, 7, 4.5, 3, 2.5, 2.2, 2, 2],
    weekend: [2, 2, 2, 2, 2, 2, 2, 2.2, 2.5, 2.8, 3, 3, 3, 3, 2.8, 2.6, 2.5, 2.3, 2.2, 2, 2, 2, 2, 2],
    heating: 0.01, cooling: 0.03, unrest: 0.1, forDailyWh: 22_000,
    appliances: [
      { watts: 1_800, minutes: 3, perDay: 10, from: 8, to: 17, days: "working" },
      { watts: 900, minutes: 10, perDay: 6, from: 8, to: 17, days: "working" },
    ],
  },
  cabin: {
    working: [3, 3, 3, 3, 3, 3, 3.5, 4, 4, 4, 4, 4, 4, 4, 4.2, 5, 6, 7, 7, 7, 6.5, 6, 5, 3.5],
    weekend: [4, 3.5, 3, 3, 3, 3, 3.5, 5, 7, 8, 7, 6.5, 7, 6.5, 6, 7, 8, 9, 9, 9, 8.5, 8, 7, 5],
    heating: 0.025, cooling: 0, unrest: 0.15, forDailyWh: 6_000,
    appliances: [always(1_200, 4, 3, 7, 22), always(90, 14, 34, 0, 24)],
  },
  telecom: {
    working: [9, 8.6, 8.3, 8.2, 8.2, 8.5, 9, 9.6, 10, 10.2, 10.2, 10.3, 10.4, 10.3, 10.2, 10.2, 10.4, 10.8, 11, 11.2, 11.2, 10.8, 10.2, 9.5],
    weekend: [9, 8.6, 8.3, 8.2, 8.2, 8.4, 8.8, 9.3, 9.6, 9.9, 10, 10.1, 10.2, 10.2, 10.1, 10.1, 10.4, 10.8, 11, 11.2, 11.2, 10.8, 10.2, 9.5],
    heating: 0, cooling: 0.02, unrest: 0.03, forDailyWh: 25_000,
    appliances: [always(650, 9, 40, 8, 20)],
  },
  bakery: {
    working: [4, 6, 11, 13, 13, 12, 10, 8, 7, 6.5, 6, 6, 6, 5.5, 5, 5, 4.5, 4, 2.5, 2, 2, 2, 2, 2.5],
    weekend: [4, 6, 11, 13, 13, 12, 10, 8, 7, 6.5, 6, 5, 4, 2.5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2.5],
    heating: 0.002, cooling: 0.015, unrest: 0.12, forDailyWh: 55_000,
    appliances: [always(6_000, 6, 22, 2, 8), always(1_500, 9, 18, 0, 24)],
  },
  guestHouse: {
    working: [4, 3.5, 3.2, 3.2, 3.4, 4, 6, 9, 9.5, 7.5, 6, 6, 6.5, 6, 5.5, 5.5, 6.5, 8, 10, 11, 10.5, 9, 7, 5],
    weekend: [4.5, 4, 3.5, 3.3, 3.4, 4, 6, 9, 10, 8.5, 7, 6.5, 7, 6.5, 6, 6, 7, 8.5, 10.5, 11.5, 11, 9.5, 7.5, 6],
    heating: 0.01, cooling: 0.02, unrest: 0.1, forDailyWh: 50_000,
    appliances: [
      always(2_000, 5, 18, 6, 22), always(2_400, 30, 5, 10, 18), always(1_200, 8, 30, 0, 24), always(3_000, 20, 3, 17, 20),
    ],
  },
};
