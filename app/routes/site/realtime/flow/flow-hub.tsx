import type { CSSProperties } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveValue } from "#app/live/live-context.ts";
import { knownState } from "#app/live/live-site.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { WIDE_CARD } from "./flow-layout.ts";

/**
 * The inverter in the middle, and whether it runs.
 * @param style its positions in both arrangements
 */
export function FlowHub({ style }: { style: CSSProperties }) {
  const { t } = useTranslation("realtime");
  const on = useLiveValue(SITE_ADDRESS.invertersOn);
  const status = useLive((site) => knownState(site)?.siteStatus);
  const off = on === 0 || status === "off";
  return (
    <Hub data-off={off || undefined} style={style}>
      <Icon name={off ? "power" : "inverter"} size="1.6em" />
      <p>{off ? t("flow.hub.off") : t("flow.hub.inverter")}</p>
    </Hub>
  );
}

const Hub = styled("div", {
  position: "absolute",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  justifyContent: "center",
  insetInlineStart: "var(--tall-x)",
  top: "var(--tall-y)",
  w: "72px",
  h: "72px",
  [WIDE_CARD]: {
    insetInlineStart: "var(--wide-x)",
    top: "var(--wide-y)",
    w: "92px",
    h: "92px",
    "& svg": { fontSize: "lg" },
  },
  borderRadius: "full",
  bg: "bg.panel",
  borderWidth: "2px",
  borderColor: "brand.focusRing",
  color: "brand.fg",
  translate: { base: "-50% -50%", _rtl: "50% -50%" },
  "&[data-off]": { borderColor: "border.emphasized", color: "fg.muted" },
  "& p": { textStyle: "2xs", fontWeight: "semibold", mt: "0.5" },
});
