import { Box, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import Cropper from "react-easy-crop";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Cut } from "./crop-picture.ts";

type PictureCropperProps = {
  /** Address of the picture. */
  picture: string;
  /** Width by height of the area. */
  ratio: number;
  round?: boolean;
  /** CSS height of the box. */
  height: string;
  onCrop: (cut: Cut) => void;
  onBroken: () => void;
};

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.05;
/** Degrees in either direction (specification, section 4). */
const MAX_ROTATION = 180;
/** Distance by which an arrow key moves the picture, px. */
const KEY_STEP = 5;

/** Selects an area of a picture in a box 600 px wide: by dragging, by wheel, or by arrow keys and the sliders. */
export function PictureCropper(props: PictureCropperProps) {
  const { picture, ratio, round = false, height, onCrop, onBroken } = props;
  usePageTexts("branding");
  const { t } = useTranslation("branding");
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  // The library creates a style element, for which the security policy requires the nonce.
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  return (
    <Flex direction="column" gap="3">
      <Box
        position="relative"
        w="full"
        maxW="600px"
        h={height}
        mx="auto"
        borderRadius="lg"
        overflow="hidden"
        bg="bg.sunken"
        dir="ltr"
      >
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          rotation={rotation}
          minZoom={1}
          maxZoom={MAX_ZOOM}
          aspect={ratio}
          cropShape={round ? "round" : "rect"}
          showGrid={!round}
          keyboardStep={KEY_STEP}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onRotationChange={setRotation}
          onCropAreaChange={(_, area) => onCrop({ area, rotation })}
          mediaProps={{ alt: "", onError: onBroken }}
          cropperProps={{ role: "group", "aria-label": t("crop.part") }}
          {...(nonce ? { nonce } : {})}
        />
      </Box>
      <Slider
        label={t("crop.zoom")}
        min={1}
        max={MAX_ZOOM}
        step={ZOOM_STEP}
        value={zoom}
        onChange={setZoom}
      />
      <Slider
        label={t("crop.rotation")}
        valueText={t("crop.degrees", { count: rotation })}
        min={-MAX_ROTATION}
        max={MAX_ROTATION}
        step={1}
        value={rotation}
        onChange={setRotation}
      />
      <Text color="fg.muted" textStyle="xs">
        {t("crop.move")}
      </Text>
    </Flex>
  );
}

type SliderProps = {
  label: string;
  valueText?: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
};

function Slider({ label, valueText, onChange, ...range }: SliderProps) {
  return (
    <Flex as="label" align="center" gap="3" textStyle="sm">
      <Box as="span" minW="20">
        {label}
      </Box>
      <Box flex="1" minW="0" accentColor="brand.solid" asChild>
        <input
          type="range"
          {...range}
          aria-valuetext={valueText}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
      </Box>
      {valueText !== undefined && (
        <Box as="span" aria-hidden minW="12" textAlign="end" dir="ltr">
          {valueText}
        </Box>
      )}
    </Flex>
  );
}
