import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveValue } from "#app/live/live-context.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { FlowLayout } from "./flow-layout.ts";

/** The inverter in the middle, and whether it runs. */
export function FlowHub({ layout }: { layout: FlowLayout }) {
  const { t } = useTranslation("realtime");
  const on = useLiveValue(SITE_ADDRESS.invertersOn);
  const status = useLive((site) => site.view?.siteStatus);
  const off = on === 0 || status === "off";
  return (
    <Hub
      data-off={off || undefined}
      style={{
        insetInlineStart: `${(layout.hub.x / layout.width) * 100}%`,
        top: `${(layout.hub.y / layout.height) * 100}%`,
      }}
    >
      <Icon name={off ? "power" : "inverter"} size="28px" />
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
  w: "92px",
  h: "92px",
  borderRadius: "full",
  bg: "bg.panel",
  borderWidth: "2px",
  borderColor: "brand.focusRing",
  color: "brand.fg",
  translate: { base: "-50% -50%", _rtl: "50% -50%" },
  "&[data-off]": { borderColor: "border.emphasized", color: "fg.muted" },
  "& p": { textStyle: "2xs", fontWeight: "semibold", mt: "0.5" },
});
