import { Suspense } from "react";
import { useConnectionSettled } from "#app/live/use-connection-settled.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import type { SiteFactsProps } from "./site-facts-props.ts";

const Facts = lazyComponent(() => import("./facts.tsx"), { reportErrors: false });

const ForecastLine = lazyComponent(() => import("./forecast-line.tsx"), { reportErrors: false });

/** The expected solar energy, the weather at a site and its solar production. Loaded after the connection has settled. */
export function SiteFacts(props: SiteFactsProps) {
  if (!useConnectionSettled()) return null;
  return (
    <Suspense>
      {props.position !== null && <ForecastLine siteKey={props.siteKey} />}
      <Facts {...props} />
    </Suspense>
  );
}
