import { getFleetOverview } from "./overview.ts";

/** Operations on all sites of a user together. */
export const fleetOperations = [getFleetOverview] as const;
