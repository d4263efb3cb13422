import { useState } from "react";
import type { Banner } from "#domain/users/banner.ts";
import { type LayoutCount, layoutOf } from "./layouts.ts";

type Draft = {
  useDefault: boolean;
  count: LayoutCount;
  /** Paths by slot; null for an empty slot. */
  slots: readonly (string | null)[];
  text: string;
  place: number;
  /** Position of the title on a phone; null if it is the same. */
  phonePlace: number | null;
};

/** State of a banner while it is edited. */
export function useBannerDraft(banner: Banner) {
  const { bannerImages, bannerText, textPosition, textPositionPhone = textPosition } = banner;
  const [draft, setDraft] = useState<Draft>({
    useDefault: bannerImages.length === 0,
    count: layoutOf(Math.max(1, bannerImages.length)),
    slots: [0, 1, 2].map((place) => bannerImages[place] ?? null),
    text: bannerText,
    place: textPosition,
    phonePlace: textPositionPhone === textPosition ? null : textPositionPhone,
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { useDefault, count, slots, text, place, phonePlace } = draft;
  const shown = slots.slice(0, count).filter((path) => path !== null);
  const images = useDefault ? [] : shown;
  return {
    ...draft,
    /** The banner as it would be saved. */
    banner: {
      bannerImages: images,
      bannerText: text.trim(),
      textPosition: place,
      ...(phonePlace === null ? {} : { textPositionPhone: phonePlace }),
    },
    /** Whether there is an image, or none is needed. */
    isWhole: useDefault || images.length > 0,
    change,
    /** A longer list is cut to the layout. */
    setCount: (chosen: LayoutCount) =>
      change({ count: chosen, slots: slots.map((path, at) => (at < chosen ? path : null)) }),
    fill: (at: number, path: string) =>
      setDraft((before) => ({
        ...before,
        slots: before.slots.map((held, here) => (here === at ? path : held)),
      })),
  };
}
