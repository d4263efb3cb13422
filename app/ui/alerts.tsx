import { useEffect, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { looksOf, styled } from "../theme/styled.tsx";
import { type Alert, dropAlert, useAlerts } from "./alert-store.ts";
import { Icon } from "./icons/icon.tsx";
import { useProblemText } from "./use-problem-text.ts";

/** How long an alert stays that nobody looks after (specification, section 9). */
const ALERT_MS = 5_000;

/** What went wrong without having a place on the page. */
export function Alerts() {
  const alerts = useAlerts();
  return (
    <Stack>
      {alerts.map((alert) => (
        <AlertBox key={alert.id} alert={alert} />
      ))}
    </Stack>
  );
}

/** Goes away by itself, but not while the pointer or the focus is on it. */
function AlertBox({ alert: { id, message } }: { alert: Alert }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dropAlert(id), ALERT_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Box
      role="alert"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name="warning" />
      <span>{problemText(message)}</span>
      <Close type="button" aria-label={t("actions.close")} onClick={() => dropAlert(id)}>
        <Icon name="close" />
      </Close>
    </Box>
  );
}

const Stack = styled("div", {
  position: "fixed",
  top: "16",
  insetInline: "4",
  zIndex: "toast",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "2",
  pointerEvents: "none",
});

const Box = styled("div", {
  display: "flex",
  alignItems: "center",
  gap: "2.5",
  maxW: "lg",
  ps: "4",
  pe: "2",
  py: "2",
  borderRadius: "lg",
  borderWidth: "1px",
  borderColor: "fault.fill",
  boxShadow: "lg",
  textStyle: "sm",
  bg: "fault.wash",
  color: "fault",
  pointerEvents: "auto",
  "& > span": { flex: "1", minW: "0", overflowWrap: "anywhere" },
});

const Close = styled("button", looksOf("button", { variant: "ghost", size: "xs" }), {
  colorPalette: "danger",
  px: "0",
});
