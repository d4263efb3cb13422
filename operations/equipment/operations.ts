import { addExtra, deleteExtra, listExtra, renameEquipment } from "./change-equipment.ts";
import { listAllEquipment, listMergedEquipment } from "./list-equipment.ts";
import { listProducts } from "./list-products.ts";

/** Operations on the equipment of sites. */
export const equipmentOperations = [
  listAllEquipment,
  listMergedEquipment,
  renameEquipment,
  listExtra,
  addExtra,
  deleteExtra,
  listProducts,
] as const;
