import { Heading } from "@chakra-ui/react";
import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { searchTree } from "#app/routes/site/realtime/tree/search-tree.ts";
import type { ShownPiece } from "#app/routes/site/realtime/tree/use-tree.ts";
import type { Shade } from "#app/theme/palette.ts";
import { styled } from "#app/theme/styled.tsx";
import { choiceRefusal, shadeAt, unitsOf } from "./register-choice.ts";

type RegisterPickerProps = {
  /** Null until the first data of the site arrives. */
  pieces: readonly ShownPiece[] | null;
  chosen: readonly string[];
  onChosen: (addresses: readonly string[]) => void;
  unitAt: (address: string) => string | undefined;
  colorOf: (shade: Shade) => string;
};

/** Lets the user select the curves among all numeric registers of a site. */
export function RegisterPicker(props: RegisterPickerProps) {
  const { pieces, chosen, onChosen, unitAt, colorOf } = props;
  const { t } = useTranslation("charts");
  const [search, setSearch] = useState("");
  const id = useId();
  const found = pieces && searchTree(pieces, search);
  const units = unitsOf(chosen, unitAt);
  const turn = (address: string, isOn: boolean) =>
    onChosen(isOn ? [...chosen, address] : chosen.filter((one) => one !== address));
  return (
    <Panel aria-labelledby={`${id} title`}>
      <Heading as="h2" id={`${id} title`} textStyle="md" fontWeight="semibold" mb="2">
        {t("registers.choose")}
      </Heading>
      <input
        type="search"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        placeholder={t("registers.search")}
        aria-label={t("registers.search")}
        dir="auto"
      />
      <p role="status">
        {found === null && t("registers.waiting")}
        {found?.length === 0 && t("registers.noResults")}
      </p>
      <div data-tree>
        {found?.map(({ address, title, registers }) => (
          <details
            key={address + (search === "" ? "" : " found")}
            open={search !== "" || registers.some((one) => chosen.includes(one.address))}
          >
            <summary>
              <bdi>{title}</bdi>
              <small>{registers.length}</small>
            </summary>
            <ul>
              {registers.map(({ address: register, title: name, unit }) => {
                const place = chosen.indexOf(register);
                const refusal = place < 0 ? choiceRefusal(unit, chosen, units) : null;
                return (
                  <li key={register}>
                    <label data-off={refusal !== null || undefined}>
                      <input
                        type="checkbox"
                        checked={place >= 0}
                        disabled={refusal !== null}
                        style={place < 0 ? undefined : { accentColor: colorOf(shadeAt(place)) }}
                        onChange={({ currentTarget }) => turn(register, currentTarget.checked)}
                      />
                      <bdi>{name}</bdi>
                      <small dir="ltr">{unit}</small>
                    </label>
                  </li>
                );
              })}
            </ul>
          </details>
        ))}
      </div>
      {units.length > 1 && <p>{t("registers.twoUnits", { units: units.join(", ") })}</p>}
    </Panel>
  );
}

const Panel = styled("section", {
  layerStyle: "card",
  minW: "0",
  px: "4",
  py: "4",
  alignSelf: "start",
  "& [type=search]": {
    w: "full",
    h: "9",
    px: "3",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "md",
    bg: "bg.panel",
    textStyle: "sm",
    focusVisibleRing: "inside",
  },
  "& p": { textStyle: "xs", color: "fg.muted", mt: "2", _empty: { display: "none" } },
  "& [data-tree]": { mt: "2", maxH: { base: "24rem", xl: "34rem" }, overflowY: "auto" },
  "& summary": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "9",
    px: "1",
    borderRadius: "md",
    cursor: "button",
    textStyle: "sm",
    fontWeight: "medium",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover" },
    "&::before": {
      content: '""',
      w: "1.5",
      h: "1.5",
      flexShrink: "0",
      borderInlineEndWidth: "2px",
      borderBottomWidth: "2px",
      borderColor: "fg.subtle",
      transform: "rotate(-45deg)",
      _rtl: { transform: "rotate(45deg)" },
    },
  },
  "& [open] > summary::before": {
    transform: "rotate(45deg)",
    _rtl: { transform: "rotate(-45deg)" },
  },
  "& summary bdi": { flex: "1", overflowWrap: "anywhere", minW: "0" },
  "& small": { textStyle: "xs", color: "fg.muted", flexShrink: "0" },
  "& ul": { listStyleType: "none", ps: "4", pb: "2" },
  "& label": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "8",
    "@media (pointer: coarse)": { minH: "11" },
    px: "1",
    borderRadius: "md",
    textStyle: "sm",
    cursor: "button",
    _hover: { bg: "bg.hover" },
  },
  "& label bdi": { flex: "1", overflowWrap: "anywhere", minW: "0" },
  "& [data-off]": { color: "fg.subtle", cursor: "disabled" },
});
