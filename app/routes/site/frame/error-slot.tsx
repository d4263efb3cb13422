import { useLive } from "#app/live/live-context.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";

const EquipmentErrors = lazyComponent(() => import("./equipment-errors.tsx"), {
  reportErrors: false,
});

/** Place of the error list, which is loaded with the first error. */
export function ErrorSlot({ timeZone }: { timeZone: string }) {
  const hasErrors = useLive(({ view }) => view !== null && view.errors.length > 0);
  return hasErrors ? <EquipmentErrors timeZone={timeZone} /> : null;
}
