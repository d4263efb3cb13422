import { Box, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import Cropper from "react-easy-crop";
import { useTranslation } from "../../../i18n/use-translation.ts";
import type { Area } from "./crop-picture.ts";

type PictureCropperProps = {
  /** Address of the picture. */
  picture: string;
  onCrop: (area: Area) => void;
  onBroken: () => void;
};

const MOST_ZOOM = 4;
const ZOOM_STEP = 0.05;
/** Pixels that an arrow key moves the picture. */
const KEY_STEP = 5;

/** A square cut out of a picture in a box of 600: by hand, by wheel, or by arrow keys and the slider. */
export function PictureCropper({ picture, onCrop, onBroken }: PictureCropperProps) {
  const { t } = useTranslation("user");
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  // The library writes a style element of its own, which the security policy wants to know.
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  return (
    <Flex direction="column" gap="3">
      <Box
        position="relative"
        w="full"
        maxW="600px"
        h="min(600px, 45dvh)"
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
          minZoom={1}
          maxZoom={MOST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={KEY_STEP}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => onCrop(pixels)}
          mediaProps={{ alt: "", onError: onBroken }}
          cropperProps={{ role: "group", "aria-label": t("avatar.part") }}
          {...(nonce ? { nonce } : {})}
        />
      </Box>
      <Flex as="label" align="center" gap="3" textStyle="sm">
        <span>{t("avatar.zoom")}</span>
        <Box flex="1" accentColor="brand.solid" asChild>
          <input
            type="range"
            min={1}
            max={MOST_ZOOM}
            step={ZOOM_STEP}
            value={zoom}
            onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          />
        </Box>
      </Flex>
      <Text color="fg.muted" textStyle="xs">
        {t("avatar.move")}
      </Text>
    </Flex>
  );
}
