import { chakra } from "@chakra-ui/react";
import { memo } from "react";
import { useLiveValue } from "#app/live/live-context.ts";
import { useRegisterValue } from "../use-register-value.ts";
import type { TreeRegister } from "./search-tree.ts";
import { useChangeGlow } from "./use-change-glow.ts";

type RegisterListProps = {
  registers: readonly TreeRegister[];
  timeZone: string;
};

export function RegisterList({ registers, timeZone }: RegisterListProps) {
  return (
    <List>
      {registers.map((register) => (
        <RegisterRow key={register.address} register={register} timeZone={timeZone} />
      ))}
    </List>
  );
}

type RegisterRowProps = { register: TreeRegister; timeZone: string };

/** Renders again only when its own value changes. */
const RegisterRow = memo(function RegisterRow({ register, timeZone }: RegisterRowProps) {
  const live = useLiveValue(register.address);
  const show = useRegisterValue(timeZone);
  const { text, unit } = show(register, live);
  return (
    <div data-address={register.address}>
      <dt title={register.address}>{register.title}</dt>
      <dd ref={useChangeGlow(text)} data-empty={live === null || live === undefined || undefined}>
        <span dir={unit === "" ? "auto" : "ltr"}>
          {text}
          {unit !== "" && <span data-unit>{unit}</span>}
        </span>
      </dd>
    </div>
  );
});

/** One style for all rows: there may be thousands. */
const List = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 19rem), 1fr))",
    columnGap: "8",
    px: { base: "4", md: "5" },
    pb: "4",
    textStyle: "sm",
    "& > div": {
      display: "flex",
      alignItems: "baseline",
      justifyContent: "space-between",
      gap: "4",
      minH: "8",
      py: "1.5",
      borderBottomWidth: "1px",
      borderColor: "border.muted",
    },
    "& dt": { color: "fg.muted", minW: "0", overflowWrap: "anywhere", hyphens: "auto" },
    "& dd": {
      "[data-stale] &": { color: "fg.muted", fontWeight: "normal" },
      textStyle: "number",
      fontWeight: "medium",
      textAlign: "end",
      overflowWrap: "anywhere",
      maxW: "60%",
      borderRadius: "xs",
    },
    "& dd[data-empty]": { color: "fg.subtle" },
    "& [data-unit]": { color: "fg.muted", textStyle: "xs", fontWeight: "normal", ms: "1" },
  },
});
