import { Button, CloseButton, chakra, Dialog, IconButton, Portal } from "@chakra-ui/react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";

type GalleryViewerProps = {
  pictures: readonly { id: number; image: string }[];
  place: number;
  mayEdit: boolean;
  onPlace: (place: number) => void;
  onClose: () => void;
};

/** One picture at the window's size; arrow keys show the others. Loaded when it is first opened. */
export default function GalleryViewer(props: GalleryViewerProps) {
  const { pictures, place, mayEdit, onPlace, onClose } = props;
  const { t, i18n } = useTranslation(["branding", "common"]);
  const picture = pictures[place];
  useEffect(() => {
    if (picture === undefined) onClose();
  }, [picture, onClose]);
  const turn = (by: number) => {
    const next = place + by;
    if (next >= 0 && next < pictures.length) onPlace(next);
  };
  const turnByKey = ({ key }: KeyboardEvent) => {
    const forward = i18n.dir() === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (key === "ArrowLeft" || key === "ArrowRight") turn(key === forward ? 1 : -1);
  };
  return (
    <Dialog.Root
      open={picture !== undefined}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="xl"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content maxW="1100px" onKeyDown={turnByKey}>
            <Dialog.Header pb="4">
              <Dialog.Title>
                {t("appearance.picture", { number: place + 1, count: pictures.length })}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Large src={picture?.image} alt={t("appearance.view", { number: place + 1 })} />
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              {mayEdit && picture !== undefined && (
                <DeletePicture key={picture.id} id={picture.id} number={place + 1} />
              )}
              <Turn
                back
                label={t("appearance.previous")}
                isEnd={place === 0}
                onTurn={() => turn(-1)}
              />
              <Turn
                label={t("appearance.next")}
                isEnd={place === pictures.length - 1}
                onTurn={() => turn(1)}
              />
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label={t("common:actions.close")} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

type TurnProps = { label: string; isEnd: boolean; back?: boolean; onTurn: () => void };

/** Button to another picture; at the end it does nothing and keeps the focus. */
function Turn({ label, isEnd, back = false, onTurn }: TurnProps) {
  return (
    <IconButton
      variant="outline"
      colorPalette="gray"
      aria-label={label}
      title={label}
      aria-disabled={isEnd}
      opacity={isEnd ? 0.5 : 1}
      onClick={onTurn}
    >
      <Turned data-back={back || undefined}>
        <Icon name="chevron" />
      </Turned>
    </IconButton>
  );
}

const Turned = chakra("span", {
  base: {
    display: "flex",
    _rtl: { transform: "scaleX(-1)" },
    "&[data-back]": { transform: "scaleX(-1)", _rtl: { transform: "none" } },
  },
});

/** Asks for confirmation, because the deletion is permanent. */
function DeletePicture({ id, number }: { id: number; number: number }) {
  const { t } = useTranslation(["branding", "common"]);
  const { submit, busy, outcome } = useOwnForm(null);
  const [isAsking, setAsking] = useState(false);
  const remove = () => submit({ intent: "deletePicture", id }, { method: "post" });
  if (!isAsking)
    return (
      <Button
        variant="ghost"
        colorPalette="danger"
        me="auto"
        aria-label={t("appearance.remove", { number })}
        onClick={() => setAsking(true)}
      >
        {t("appearance.removeNow")}
      </Button>
    );
  return (
    <chakra.div me="auto" display="flex" flexWrap="wrap" alignItems="center" gap="2">
      <span role="alert">{t("appearance.removeAsk")}</span>
      <Button colorPalette="danger" autoFocus onClick={remove} loading={busy}>
        {t("appearance.removeNow")}
      </Button>
      <Button variant="outline" colorPalette="gray" onClick={() => setAsking(false)}>
        {t("common:actions.cancel")}
      </Button>
      <Outcome result={outcome} done="" />
    </chakra.div>
  );
}

const Large = chakra("img", {
  base: {
    display: "block",
    w: "full",
    maxH: "70dvh",
    objectFit: "contain",
    borderRadius: "lg",
    bg: "bg.sunken",
  },
});
