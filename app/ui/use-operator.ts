import { useRouteLoaderData } from "react-router";
import type { Operator } from "#domain/operator.ts";
import type { Route } from "../+types/root";

const UNKNOWN: Operator = { name: null, address: null, email: null, privacyUrl: null };

/** The operator of the portal, from the data of the root route; all fields are null if that failed to load. */
export function useOperator(): Operator {
  return useRouteLoaderData<Route.ComponentProps["loaderData"]>("root")?.operator ?? UNKNOWN;
}
