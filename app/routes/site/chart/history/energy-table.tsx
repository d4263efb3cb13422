import { Fragment, useEffect, useRef, useState } from "react";
import { QualitySign } from "#app/charts/quality.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import type { QuantityColumn } from "./energy-bars.ts";

type EnergyTableProps = {
  caption: string;
  /** Start of each row, ms UTC, and its title. */
  rows: readonly { at: number; title: string }[];
  columns: readonly (QuantityColumn & { name: string })[];
};

/** Shows the values of a chart as a table. */
export function EnergyTable({ caption, rows, columns }: EnergyTableProps) {
  const { t } = useTranslation("charts");
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // It may have been opened before hydration.
  useEffect(() => setOpen(details.current?.open === true), []);
  return (
    <Details ref={details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("history.table.open")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section aria-label={caption} tabIndex={0}>
        {isOpen && <QuantityTable caption={caption} rows={rows} columns={columns} />}
      </section>
    </Details>
  );
}

function QuantityTable({ caption, rows, columns }: EnergyTableProps) {
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t("history.table.time")}</th>
          {columns.map(({ quantity, name, before }) => (
            <Fragment key={quantity}>
              <th scope="col">{name}</th>
              {before !== null && <th scope="col">{t("history.sums.nameBefore", { name })}</th>}
            </Fragment>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, title }, place) => (
          <tr key={at}>
            <th scope="row">{title}</th>
            {columns.map(({ quantity, unit, values, qualities, coverages, before }) => (
              <Fragment key={quantity}>
                <td>
                  {formatQuantity(values[place] ?? null, unit, { language }).text}{" "}
                  <QualitySign
                    quality={qualities[place] ?? "missing"}
                    coverage={coverages[place] ?? 0}
                    isDetailed
                  />
                </td>
                {before !== null && (
                  <td data-before>{formatQuantity(before[place], unit, { language }).text}</td>
                )}
              </Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Details = styled("details", {
  mt: "2",
  textStyle: "sm",
  "& summary": {
    w: "fit-content",
    px: "2",
    py: "1.5",
    color: "fg.muted",
    borderRadius: "md",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { color: "fg" },
    "@media (pointer: coarse)": { py: "3" },
  },
  "& > section": {
    overflow: "auto",
    position: "relative",
    maxH: "26rem",
    mt: "1",
    borderRadius: "md",
    focusVisibleRing: "outside",
  },
  "& table": { w: "full", borderCollapse: "collapse", textStyle: "xs", position: "relative" },
  "& caption": { srOnly: true },
  "& th, & td": {
    px: "3",
    py: "1.5",
    textAlign: "start",
    whiteSpace: "nowrap",
    borderBottomWidth: "1px",
    borderColor: "border.muted",
  },
  "& thead th": {
    position: "sticky",
    top: "0",
    bg: "bg.panel",
    fontWeight: "medium",
    color: "fg.muted",
  },
  "& [data-before]": { color: "fg.muted" },
  "& tbody th": { fontWeight: "medium" },
  "& td": { fontVariantNumeric: "tabular-nums" },
});
