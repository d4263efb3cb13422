type RowSelectionProps = {
  /** Whether the alarm can be selected; the others keep the room. */
  isSelectable: boolean;
  /** Name and value of the check box, and the id of its form, which stands elsewhere. */
  name: string;
  value: string | number;
  form: string;
  label: string;
};

/** Check box of an alarm in a list. */
export function RowSelection({ isSelectable, name, value, form, label }: RowSelectionProps) {
  if (!isSelectable) return <span data-select />;
  return (
    <label data-select>
      <input type="checkbox" name={name} value={value} form={form} aria-label={label} />
    </label>
  );
}
