import { redirect } from "react-router";

/** Address that leads out of a site (specification). */
export function loader() {
  return redirect("/sitelist");
}
