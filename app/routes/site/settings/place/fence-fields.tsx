import { Button, Field, IconButton, Input } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DegreesField } from "#app/map/degrees-field.tsx";
import { nextCorner } from "#app/map/fence-shape.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { Geofence, Position } from "#domain/sites/geofence.ts";

type FenceFieldsProps = { fence: Geofence; onChange: (fence: Geofence) => void };

const MIN_CORNERS = 3;
const MAX_CORNERS = 100;

/** Numbers of a fence, which keyboard users edit instead of drawing. */
export function FenceFields({ fence, onChange }: FenceFieldsProps) {
  return fence.shape === "circle" ? (
    <CircleFields circle={fence} onChange={onChange} />
  ) : (
    <CornerFields
      corners={fence.corners}
      onChange={(corners) => onChange({ shape: "polygon", corners })}
    />
  );
}

type CircleFieldsProps = {
  circle: Geofence & { shape: "circle" };
  onChange: (fence: Geofence) => void;
};

function CircleFields({ circle, onChange }: CircleFieldsProps) {
  const { t } = useTranslation("place");
  const { centre, radius } = circle;
  const move = (change: Partial<Position>) =>
    onChange({ ...circle, centre: { ...centre, ...change } });
  return (
    <Row>
      <DegreesField
        axis="latitude"
        label={t("fence.centreLatitude")}
        value={centre.latitude}
        onType={(latitude) => move({ latitude })}
      />
      <DegreesField
        axis="longitude"
        label={t("fence.centreLongitude")}
        value={centre.longitude}
        onType={(longitude) => move({ longitude })}
      />
      <RadiusField radius={radius} onType={(radius) => onChange({ ...circle, radius })} />
    </Row>
  );
}

function RadiusField({ radius, onType }: { radius: number; onType: (metres: number) => void }) {
  const { t } = useTranslation("place");
  const [text, setText] = useState(String(radius));
  useEffect(
    () => setText((typed) => (Number(typed) === radius ? typed : String(radius))),
    [radius],
  );
  const isRadius = (metres: number) => Number.isFinite(metres) && metres >= 10 && metres <= 100_000;
  const type = (typed: string) => {
    setText(typed);
    if (isRadius(Number(typed))) onType(Number(typed));
  };
  const isWrong = !isRadius(Number(text));
  return (
    <Field.Root invalid={isWrong}>
      <Field.Label>{t("fence.radius")}</Field.Label>
      <Input
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Field.ErrorText>{isWrong && t("fence.radiusHint")}</Field.ErrorText>
    </Field.Root>
  );
}

type CornerFieldsProps = {
  corners: readonly Position[];
  onChange: (corners: Position[]) => void;
};

function CornerFields({ corners, onChange }: CornerFieldsProps) {
  const { t } = useTranslation("place");
  const change = (place: number, to: Partial<Position>) =>
    onChange(corners.map((corner, at) => (at === place ? { ...corner, ...to } : corner)));
  return (
    <>
      <Corners aria-label={t("fence.corners")}>
        {corners.map((corner, place) => {
          const number = place + 1;
          const name = t("fence.corner", { number });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner is identified by its position in the list
            <li key={place}>
              <span>{name}</span>
              <DegreesField
                axis="latitude"
                value={corner.latitude}
                within={name}
                onType={(latitude) => change(place, { latitude })}
              />
              <DegreesField
                axis="longitude"
                value={corner.longitude}
                within={name}
                onType={(longitude) => change(place, { longitude })}
              />
              <IconButton
                variant="ghost"
                colorPalette="gray"
                size="sm"
                aria-label={t("fence.removeCorner", { number })}
                disabled={corners.length <= MIN_CORNERS}
                onClick={() => onChange(corners.filter((_, at) => at !== place))}
              >
                <Icon name="close" />
              </IconButton>
            </li>
          );
        })}
      </Corners>
      <Button
        variant="outline"
        size="sm"
        alignSelf="flex-start"
        disabled={corners.length >= MAX_CORNERS}
        onClick={() => onChange([...corners, nextCorner(corners)])}
      >
        {t("fence.addCorner")}
      </Button>
    </>
  );
}

const Row = styled("div", {
  display: "grid",
  gap: "3",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
});

const Corners = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "2",
  "& > li": {
    display: "grid",
    alignItems: "center",
    gap: "2",
    gridTemplateColumns: {
      base: "minmax(0, 1fr) minmax(0, 1fr) auto",
      md: "6rem minmax(0, 1fr) minmax(0, 1fr) auto",
    },
    "& > span": { textStyle: "sm", gridColumn: { base: "1 / -1", md: "auto" } },
  },
});
