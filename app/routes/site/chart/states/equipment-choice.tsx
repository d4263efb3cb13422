import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { MenuPanel } from "#app/ui/menu-panel.tsx";

type EquipmentChoiceProps = {
  pieces: readonly { address: string; name: string }[];
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
};

/** Lets the user choose the equipment that has a chart. */
export function EquipmentChoice({ pieces, hidden, onHide }: EquipmentChoiceProps) {
  const { t } = useTranslation("charts");
  const id = useId();
  const shown = pieces.filter(({ address }) => !hidden.has(address)).length;
  const toggle = (address: string) => {
    const next = new Set(hidden);
    if (!next.delete(address)) next.add(address);
    onHide(next);
  };
  return (
    <>
      <Opener type="button" popoverTarget={id}>
        <Icon name="sliders" />
        {t("states.equipment.opener", { shown, all: pieces.length })}
      </Opener>
      <MenuPanel id={id} popover="auto" role="dialog" aria-label={t("states.equipment.label")}>
        <List>
          {pieces.map(({ address, name }) => (
            <label key={address}>
              <input
                type="checkbox"
                checked={!hidden.has(address)}
                onChange={() => toggle(address)}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
          {hidden.size > 0 && (
            <button type="button" onClick={() => onHide(new Set())}>
              {t("states.equipment.all")}
            </button>
          )}
        </List>
      </MenuPanel>
    </>
  );
}

const Opener = styled("button", styleOf("button", { variant: "outline", size: "sm" }), {
  colorPalette: "gray",
});

const List = styled("div", {
  display: "flex",
  flexDirection: "column",
  maxH: "60dvh",
  overflowY: "auto",
  "& label": {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    px: "2.5",
    py: "2",
    borderRadius: "md",
    cursor: "pointer",
    overflowWrap: "anywhere",
    hyphens: "auto",
    _hover: { bg: "bg.hover" },
  },
  "& input": { accentColor: "brand.solid", focusVisibleRing: "outside", flexShrink: "0" },
  "& > button": {
    mt: "1",
    px: "2.5",
    py: "2",
    textAlign: "start",
    color: "brand.fg",
    borderRadius: "md",
    cursor: "button",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover" },
  },
});
