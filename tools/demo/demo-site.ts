import type { FleetSite } from "#simulator/fleet-file.ts";

/** A seeded site without its credentials: the fields that the database and the fleet file need. */
export type DemoSite = Omit<FleetSite, "secret"> & {
  /** Location as a user would enter it. */
  location: string;
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  /** Price of a kWh from the grid, in `priceUnit`. */
  electricityPrice: number;
  /** ISO 4217 currency code. */
  priceUnit: string;
};

/** Returns the site in the form of the fleet file. */
export function toFleetSite(site: DemoSite, secret: string): FleetSite {
  const { location: _, country: __, electricityPrice: ___, priceUnit: ____, ...fleet } = site;
  return { ...fleet, secret };
}
