import { Suspense, useEffect, useRef, useState } from "react";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import type { SiteFactsProps } from "./site-facts-props.ts";

const Facts = lazyComponent(() => import("./facts.tsx"), { reportErrors: false });

const ForecastLine = lazyComponent(() => import("./forecast-line.tsx"), { reportErrors: false });

/** The expected solar energy, the weather at a site and its solar production. */
export function SiteFacts(props: SiteFactsProps) {
  return (
    <Suspense>
      {props.position !== null && <Forecast siteKey={props.siteKey} />}
      <Facts {...props} />
    </Suspense>
  );
}

/** The forecast is below the first screen, so it is loaded when its place is in the window. */
function Forecast({ siteKey }: { siteKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} data-forecast-place>
      {isSeen && (
        <Suspense>
          <ForecastLine siteKey={siteKey} />
        </Suspense>
      )}
    </div>
  );
}
