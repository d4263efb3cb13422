import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { dividePower, type Fleet, type PowerPart } from "./fleet.ts";
import { Card } from "./styles.ts";

/** The present power of all sites as two bars of the same length: where it comes from, and where it goes. */
export function PowerCard({ power }: { power: Fleet["power"] }) {
  const { t } = useTranslation("dashboard");
  const { supply, use, sum } = dividePower(power);
  return (
    <Card aria-labelledby="dashboard-power" data-place="power">
      <h2 id="dashboard-power">{t("power.title")}</h2>
      <Bars>
        <Bar title={t("power.supply")} rest={t("power.discharge")} parts={supply} sum={sum} />
        <Bar title={t("power.use")} rest={t("power.charge")} parts={use} sum={sum} />
      </Bars>
      <p data-note>{t("power.note", { count: power.sites })}</p>
    </Card>
  );
}

type BarProps = {
  title: string;
  /** Name of what balances both bars. */
  rest: string;
  parts: readonly PowerPart[];
  sum: number;
};

function Bar({ title, rest, parts, sum }: BarProps) {
  const { t, i18n } = useTranslation("dashboard");
  const { language } = i18n;
  const shown = parts.filter(({ name, watts }) => name !== "rest" || watts > 0);
  return (
    <div>
      <h3>{title}</h3>
      <div data-bar aria-hidden>
        {shown.map(({ name, watts }) => (
          <span
            key={name}
            data-part={name}
            style={{ flexGrow: sum > 0 ? watts / sum : 0 }}
            hidden={watts <= 0}
          />
        ))}
      </div>
      <dl>
        {shown.map(({ name, watts }) => (
          <div key={name} data-part={name}>
            <dt>{name === "rest" ? rest : t(`power.${name}`)}</dt>
            <dd>{formatQuantity(watts, "W", { language }).text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const Bars = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  "& h3": { textStyle: "xs", color: "fg.muted", mb: "1" },
  "& [data-bar]": {
    display: "flex",
    gap: "2px",
    h: "4",
    borderRadius: "full",
    overflow: "hidden",
    bg: "bg.sunken",
  },
  "& [data-bar] > span": { minW: "2px", flexBasis: "0" },
  "& dl": { display: "flex", flexWrap: "wrap", columnGap: "6", rowGap: "1", mt: "2" },
  "& dl > div": { display: "flex", alignItems: "baseline", gap: "2", textStyle: "sm" },
  "& dt": { color: "fg.muted" },
  "& dt::before": {
    content: '""',
    display: "inline-block",
    w: "2.5",
    h: "2.5",
    me: "1.5",
    borderRadius: "2xs",
    bg: "var(--part)",
  },
  "& dd": { fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
  "& [data-bar] > [data-part]": { bg: "var(--part)" },
  "& [data-part=solar]": { "--part": "colors.solar.fill" },
  "& [data-part=gridImport], & [data-part=gridExport]": { "--part": "colors.grid.fill" },
  "& [data-part=load]": { "--part": "colors.load.fill" },
  "& [data-part=rest]": { "--part": "colors.battery.fill" },
});
