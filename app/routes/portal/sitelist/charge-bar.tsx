import { NO_VALUE } from "#domain/units/format-quantity.ts";

const LOW = 20;

/** A battery's charge in percent, drawn and written. Styled by the table. */
export function ChargeBar({ charge }: { charge: number | null }) {
  if (charge === null) return <span data-figure>{NO_VALUE}</span>;
  const percent = Math.round(Math.min(100, Math.max(0, charge)));
  return (
    <span data-charge data-low={percent < LOW}>
      <span data-bar aria-hidden>
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      <span dir="ltr">
        <span data-figure>{percent}</span> <span data-unit>{"%"}</span>
      </span>
    </span>
  );
}
