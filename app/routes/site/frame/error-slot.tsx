import { useLive } from "#app/live/live-context.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";

const EquipmentErrors = lazyComponent(() => import("./equipment-errors.tsx"), {
  reportErrors: false,
});

type ErrorSlotProps = {
  timeZone: string;
  /** Address of the active alarms; null if the user may not view them. */
  log: string | null;
};

/** Place of the error list, which is loaded with the first error. */
export function ErrorSlot(props: ErrorSlotProps) {
  const hasErrors = useLive(({ view }) => view !== null && view.errors.length > 0);
  return hasErrors ? <EquipmentErrors {...props} /> : null;
}
