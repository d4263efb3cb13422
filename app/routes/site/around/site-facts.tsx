import { Suspense } from "react";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { SiteFactsProps } from "./site-facts-props.ts";
import { useAlive } from "./use-alive.ts";

const Facts = lazyPart(() => import("./facts.tsx"), { isAskedFor: false });

/** The weather at a site, and what its sun has given; loaded when the page is alive. */
export function SiteFacts(props: SiteFactsProps) {
  if (!useAlive()) return null;
  return (
    <Suspense>
      <Facts {...props} />
    </Suspense>
  );
}
