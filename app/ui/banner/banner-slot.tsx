import { Suspense, useEffect, useState } from "react";
import type { Banner } from "#domain/users/banner.ts";
import { lazyComponent } from "../lazy-component.tsx";
import type { EditorPhoto } from "./banner-editor.tsx";
import { BannerPicture } from "./banner-picture.tsx";
import type { BannerState } from "./open-state.ts";

const BannerStrip = lazyComponent(() => import("./banner-strip.tsx"), { reportErrors: false });

/** Delay, ms, so that the page's own content loads first. */
const LATER_MS = 2_000;

type BannerSlotProps = {
  banner: Banner;
  /** State from the cookie of the request. */
  state: BannerState;
  mayEdit: boolean;
  photo: EditorPhoto;
  /** Path to which a change is sent. */
  action: string;
  /** Whether the rest of the page has loaded, so that title and buttons may. */
  isReady?: boolean;
};

/** Banner of a page: images from the start, title and buttons after hydration. */
export function BannerSlot({ state, isReady = true, ...rest }: BannerSlotProps) {
  const [shown, setShown] = useState(state);
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, LATER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <BannerPicture images={rest.banner.bannerImages} state={shown}>
      {isLater && isReady && (
        <Suspense>
          <BannerStrip {...rest} state={shown} onState={setShown} />
        </Suspense>
      )}
    </BannerPicture>
  );
}
