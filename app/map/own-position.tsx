import { Button } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import type { Position } from "#domain/sites/geofence.ts";
import { useTranslation } from "../i18n/use-translation.ts";

const PATIENCE_MS = 20_000;

type OwnPositionProps = { disabled: boolean; onFind: (position: Position) => void };

/** Button that finds the user's location through the browser, if the user permits it. */
export function OwnPosition({ disabled, onFind }: OwnPositionProps) {
  const { t } = useTranslation("map");
  const [state, setState] = useState<"absent" | "ready" | "asking" | "failed">("absent");
  useEffect(() => {
    if (isSecureContext && "geolocation" in navigator) setState("ready");
  }, []);
  if (state === "absent") return null;
  const ask = () => {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState("ready");
        onFind({ latitude, longitude });
      },
      () => setState("failed"),
      { timeout: PATIENCE_MS, enableHighAccuracy: true },
    );
  };
  return (
    <>
      <Button variant="outline" disabled={disabled} loading={state === "asking"} onClick={ask}>
        {t("picker.mine")}
      </Button>
      <p role="status">{state === "failed" && t("picker.mineFailed")}</p>
    </>
  );
}
