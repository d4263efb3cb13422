import { chakra } from "@chakra-ui/react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { WeatherDrawing } from "#app/ui/weather/weather-drawing.tsx";
import { formatTag } from "#domain/languages.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { DayDetails } from "./day-details.tsx";
import type { WeatherDay } from "./weather.ts";

type WeatherDaysProps = {
  days: readonly WeatherDay[];
  /** Whether it is night at the site now. */
  isNight: boolean;
  openDay: number | null;
  onOpen: (day: number | null) => void;
  /** Id of the panel that an open day controls. */
  panelId: string;
};

/** Today, tomorrow and the day after: each can be opened and shows details on hover and focus. */
export function WeatherDays({ days, isNight, openDay, onOpen, panelId }: WeatherDaysProps) {
  return (
    <List>
      {days.map((day, place) => (
        <Day
          key={day.date}
          day={day}
          place={place}
          icon={place === 0 && isNight ? day.iconNight : day.iconDay}
          isOpen={place === openDay}
          panelId={panelId}
          onOpen={() => onOpen(place === openDay ? null : place)}
        />
      ))}
    </List>
  );
}

type DayProps = {
  day: WeatherDay;
  place: number;
  icon: WeatherDay["iconDay"];
  isOpen: boolean;
  panelId: string;
  onOpen: () => void;
};

function Day({ day, place, icon, isOpen, panelId, onOpen }: DayProps) {
  const { language } = useTranslation().i18n;
  const name = useDayName(day.date, place);
  const tip = useTip(isOpen);
  const tipId = useId();
  const format = (value: number | null) =>
    formatQuantity(value, "°", { language, decimals: 0 }).text;
  return (
    <li {...tip.area}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-describedby={tip.isShown ? tipId : undefined}
        onClick={() => {
          tip.hide();
          onOpen();
        }}
        {...tip.focus}
      >
        <span data-part="name">{name}</span>
        <WeatherDrawing icon={icon} size="36px" />
        <span data-part="range">
          <b>{format(day.tempMax)}</b> <span>{format(day.tempMin)}</span>
        </span>
      </button>
      {tip.isShown && (
        <div id={tipId} role="tooltip" data-place={place}>
          <DayDetails day={day} />
        </div>
      )}
    </li>
  );
}

/** Shown on hover or focus, unless the day is open; Escape hides it. */
function useTip(isOpen: boolean) {
  const [isWanted, setWanted] = useState(false);
  const hide = () => setWanted(false);
  return {
    isShown: isWanted && !isOpen,
    hide,
    area: {
      onPointerEnter: (event: { pointerType: string }) =>
        event.pointerType === "mouse" && setWanted(true),
      onPointerLeave: hide,
    },
    focus: {
      onFocus: ({ currentTarget }: { currentTarget: Element }) =>
        setWanted(currentTarget.matches(":focus-visible")),
      onBlur: hide,
      onKeyDown: ({ key }: KeyboardEvent) => key === "Escape" && hide(),
    },
  };
}

function useDayName(date: string, place: number): string {
  const { t, i18n } = useTranslation("weather");
  if (place === 0) return t("today");
  if (place === 1) return t("tomorrow");
  return new Intl.DateTimeFormat(formatTag(i18n.language), {
    weekday: "long",
    timeZone: "UTC",
  }).format(new Date(date));
}

const List = chakra("ul", {
  base: {
    listStyleType: "none",
    display: "grid",
    gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
    gap: "2",
    "& li": { position: "relative", minW: "0" },
    "& button": {
      w: "full",
      h: "full",
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      gap: "1",
      px: "2",
      py: "2.5",
      borderWidth: "1px",
      borderRadius: "lg",
      cursor: "pointer",
      focusVisibleRing: "outside",
      _hover: { bg: "bg.hover" },
    },
    "& button[aria-expanded=true]": { bg: "brand.subtle", borderColor: "brand.emphasized" },
    "& [data-part=name]": { textStyle: "sm", fontWeight: "medium", overflowWrap: "anywhere" },
    "& [data-part=range]": { textStyle: "number", fontSize: "sm", whiteSpace: "nowrap" },
    "& [data-part=range] span": { color: "fg.muted" },
    "& [role=tooltip]": {
      position: "absolute",
      top: "calc(100% + 0.5rem)",
      insetInlineStart: "0",
      zIndex: "tooltip",
      w: "min(22rem, 80vw)",
      bg: "bg.raised",
      borderWidth: "1px",
      borderRadius: "lg",
      boxShadow: "lg",
      px: "4",
      py: "3",
      pointerEvents: "none",
    },
    "& [role=tooltip][data-place='2']": { insetInlineStart: "auto", insetInlineEnd: "0" },
  },
});
