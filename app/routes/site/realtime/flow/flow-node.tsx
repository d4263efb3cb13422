import type { CSSProperties } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLiveValue } from "#app/live/live-context.ts";
import { useSiteHas } from "#app/live/site-has.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { FLOW_NAMES, type PowerFlow } from "#domain/sites/energy-flow.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { ChargeRing } from "./charge-ring.tsx";
import { WIDE_CARD } from "./flow-layout.ts";

/** `style` has its positions in both arrangements. */
type FlowNodeProps = { flow: PowerFlow; style: CSSProperties };

/** Nodes whose sign shows the direction of the energy. */
const TWO_WAY: ReadonlySet<string> = new Set(["grid", "battery"]);

export function FlowNode({ flow, style }: FlowNodeProps) {
  const { t, i18n } = useTranslation("realtime");
  const power = formatQuantity(flow.power, "W", {
    language: i18n.language,
    decimals: 0,
    sign: TWO_WAY.has(flow.name) ? "always" : "auto",
  });
  const flowing = flow.direction === "in" || flow.direction === "out";
  return (
    <Node
      data-node={flow.name}
      data-direction={flow.direction}
      data-flowing={flowing || undefined}
      style={style}
    >
      {flow.name === "battery" ? <BatteryRing /> : <FlowSign name={flow.name} />}
      <div>
        <p>{t(`flow.name.${flow.name}`)}</p>
        <p data-part="power">
          <span dir="ltr">
            <span>{power.number}</span> <small>{power.unit}</small>
          </span>
        </p>
        <p data-part="state">{t(`flow.state.${flow.name}.${flow.direction}`)}</p>
      </div>
    </Node>
  );
}

function FlowSign({ name }: Pick<PowerFlow, "name">) {
  return (
    <span data-part="sign">
      <Icon name={name} size="24px" />
    </span>
  );
}

/** Ring with the battery's state of charge, if it is measured. */
function BatteryRing() {
  const charge = useLiveValue(SITE_ADDRESS.batterySoc);
  if (useSiteHas(SITE_ADDRESS.batterySoc) === false) return <FlowSign name="battery" />;
  return <ChargeRing charge={typeof charge === "number" ? charge : null} />;
}

const Node = styled("div", {
  position: "absolute",
  display: "flex",
  alignItems: "center",
  gap: "1.5",
  insetInlineStart: "var(--tall-x)",
  top: "var(--tall-y)",
  w: "46%",
  minH: "68px",
  px: "1.5",
  py: "1.5",
  bg: "bg.panel",
  borderWidth: "1.5px",
  borderColor: "border",
  borderRadius: "xl",
  translate: { base: "-50% -50%", _rtl: "50% -50%" },
  // Three beside each other have no room for their signs.
  "[data-crowded] > &:not([data-node=load], [data-node=battery])": {
    w: "31%",
    justifyContent: "center",
    textAlign: "center",
    "& [data-part=sign]": { display: "none" },
  },
  [WIDE_CARD]: {
    gap: "3",
    insetInlineStart: "var(--wide-x)",
    top: "var(--wide-y)",
    w: "184px",
    minH: "76px",
    px: "3.5",
    py: "2.5",
    "[data-crowded] > &:not([data-node=load], [data-node=battery])": {
      w: "184px",
      justifyContent: "start",
      textAlign: "start",
      "& [data-part=sign]": { display: "flex" },
    },
  },
  "&[data-direction=unknown]": { borderStyle: "dashed" },
  "& > div:last-child": { minW: "0" },
  "& p": { textStyle: "xs", color: "fg.muted" },
  "& [data-part=sign]": {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    w: "36px",
    h: "36px",
    flexShrink: "0",
    borderRadius: "full",
    [WIDE_CARD]: { w: "44px", h: "44px" },
  },
  "& p[data-part=power]": {
    fontSize: "md",
    [WIDE_CARD]: { fontSize: "xl" },
    fontWeight: "semibold",
    lineHeight: "1.3",
    whiteSpace: "nowrap",
    color: "fg",
    "& span > span": { textStyle: "number" },
    "& small": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
  },
  "& p[data-part=state]": { fontWeight: "medium" },
  ...Object.fromEntries(
    FLOW_NAMES.flatMap((name) => [
      [`&[data-node=${name}] [data-part=sign]`, { bg: `${name}.wash`, color: name }],
      [
        `&[data-node=${name}][data-flowing]`,
        { borderColor: `${name}.fill`, "& p[data-part=state]": { color: name } },
      ],
    ]),
  ),
});
