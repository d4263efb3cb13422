import type { FleetSite } from "#simulator/fleet-file.ts";

/** A seeded site before it has credentials: what the database and the fleet file need of it. */
export type DemoSite = Omit<FleetSite, "secret"> & {
  /** As a person would write it. */
  location: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Price of a kWh from the grid, in `priceUnit`. */
  electricityPrice: number;
  /** ISO 4217. */
  priceUnit: string;
};

/** The site as the fleet file holds it. */
export function toFleetSite(site: DemoSite, secret: string): FleetSite {
  const { location: _, country: __, electricityPrice: ___, priceUnit: ____, ...fleet } = site;
  return { ...fleet, secret };
}
