import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { IMPORT_FLOWS, type ImportFlow } from "#domain/imports/import-targets.ts";
import { formatNumber } from "#domain/units/format-number.ts";

const WH_OF_KWH = 1_000;

/** The energy of each flow, kWh, as many digits as portals show. */
export function EnergySums({ sums }: { sums: Partial<Record<ImportFlow, number>> }) {
  const { t, i18n } = useTranslation("imports");
  const flows = IMPORT_FLOWS.filter((flow) => sums[flow] !== undefined);
  if (flows.length === 0) return null;
  return (
    <Sums>
      {flows.map((flow) => (
        <div key={flow}>
          <dt>{t(`targets.${flow}`)}</dt>
          <dd>
            <bdi dir="ltr">
              {`${formatNumber((sums[flow] ?? 0) / WH_OF_KWH, i18n.language, { min: 0, max: 3 })} kWh`}
            </bdi>
          </dd>
        </div>
      ))}
    </Sums>
  );
}

const Sums = styled("dl", {
  display: "flex",
  flexWrap: "wrap",
  columnGap: "5",
  rowGap: "1",
  mt: "1",
  "& div": { display: "flex", gap: "1.5", alignItems: "baseline" },
  "& dt": { color: "fg.muted" },
  "& dd": { fontWeight: "medium", fontVariantNumeric: "tabular-nums" },
});
