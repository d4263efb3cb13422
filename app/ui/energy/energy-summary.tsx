import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "../lazy-component.tsx";

const EnergyCard = lazyComponent(() => import("./energy-card.tsx"), { reportErrors: false });

/** Delay, ms, so that the page's own content loads first. */
const AFTER_MS = 1_500;

/** Solar production of all sites, shown after a delay. */
export function EnergySummary() {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isTime) return null;
  return (
    <Suspense>
      <EnergyCard />
    </Suspense>
  );
}
