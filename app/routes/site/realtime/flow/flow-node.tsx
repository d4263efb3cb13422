import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLiveValue } from "#app/live/live-context.ts";
import { useSiteHas } from "#app/live/site-has.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { FLOW_NAMES, type PowerFlow } from "#domain/sites/energy-flow.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { ChargeRing } from "./charge-ring.tsx";
import type { FlowLayout } from "./flow-layout.ts";

type FlowNodeProps = { flow: PowerFlow; layout: FlowLayout; wide: boolean };

/** Nodes whose sign shows the direction of the energy. */
const TWO_WAY: ReadonlySet<string> = new Set(["grid", "battery"]);

export function FlowNode({ flow, layout, wide }: FlowNodeProps) {
  const { t, i18n } = useTranslation("realtime");
  const place = layout.places[flow.name];
  if (!place) return null;
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
      data-wide={wide || undefined}
      style={{
        insetInlineStart: `${(place.node.x / layout.width) * 100}%`,
        top: `${(place.node.y / layout.height) * 100}%`,
      }}
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
  flexDirection: "column",
  alignItems: "center",
  gap: "1.5",
  w: "106px",
  px: "1",
  py: "2.5",
  bg: "bg.panel",
  borderWidth: "1.5px",
  borderColor: "border",
  borderRadius: "xl",
  textAlign: "center",
  translate: { base: "-50% -50%", _rtl: "50% -50%" },
  "&[data-wide]": {
    flexDirection: "row",
    gap: "3",
    w: "184px",
    minH: "76px",
    px: "3.5",
    textAlign: "start",
  },
  "&[data-direction=unknown]": { borderStyle: "dashed" },
  "& > div:last-child": { minW: "0" },
  "& p": { textStyle: "xs", color: "fg.muted" },
  "& [data-part=sign]": {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    w: "44px",
    h: "44px",
    flexShrink: "0",
    borderRadius: "full",
  },
  "& p[data-part=power]": {
    fontSize: "md",
    fontWeight: "semibold",
    lineHeight: "1.3",
    whiteSpace: "nowrap",
    color: "fg",
    "& span > span": { textStyle: "number" },
    "& small": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
  },
  "&[data-wide] p[data-part=power]": { fontSize: "xl" },
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
