import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useOwnTimeZone } from "#app/ui/use-own-time-zone.ts";
import type { Position } from "#domain/sites/geofence.ts";
import type { Route } from "./+types/page";

export type NewLocation = ReturnType<typeof usePlace>;

/**
 * State of a new site's location: the time zone and the currency follow the position until the user chooses others.
 * Looking up a position is not a form of `useOwnForm`: it saves nothing, keeps no draft and ignores refusals.
 */
export function usePlace(typed: Readonly<Record<string, string>>) {
  const own = useOwnTimeZone();
  const fetcher = useFetcher<Route.ComponentProps["actionData"]>();
  const [position, setPosition] = useState<Position | null>(readPosition(typed));
  const [chosen, setChosen] = useState({
    timeZone: typed.timeZone ?? null,
    currency: typed.priceUnit ?? null,
  });
  const found = position === null ? undefined : fetcher.data?.place;
  const { submit } = fetcher;
  useEffect(() => {
    if (position === null) return;
    // The user has dragged on before the answer; only the last position counts.
    const asked = setTimeout(() => {
      const { latitude, longitude } = position;
      void submit(
        { intent: "locate", latitude: String(latitude), longitude: String(longitude) },
        { method: "post" },
      );
    }, 300);
    return () => clearTimeout(asked);
  }, [position, submit]);
  return {
    position,
    setPosition,
    country: found?.country ?? null,
    isAsking: fetcher.state !== "idle",
    timeZone: chosen.timeZone ?? found?.timeZone ?? own,
    setTimeZone: (timeZone: string) => setChosen((before) => ({ ...before, timeZone })),
    currency: chosen.currency ?? found?.currency ?? "",
    setCurrency: (currency: string) => setChosen((before) => ({ ...before, currency })),
  };
}

function readPosition({ latitude, longitude }: Readonly<Record<string, string>>): Position | null {
  if (!latitude || !longitude) return null;
  const position = { latitude: Number(latitude), longitude: Number(longitude) };
  return Number.isNaN(position.latitude + position.longitude) ? null : position;
}
