type RowSelectionProps = {
  /** Whether the alarm can be selected; the others keep the room. */
  isSelectable: boolean;
  /** Name and value of the check box, and the id of its form, which stands elsewhere. */
  name: string;
  value: string | number;
  form: string;
  label: string;
  /** Whether it is selected at first and after a reset of its form. */
  isSelected?: boolean;
};

/** Check box of an alarm in a list. */
export function RowSelection(props: RowSelectionProps) {
  const { isSelectable, name, value, form, label, isSelected = false } = props;
  if (!isSelectable) return <span data-select />;
  return (
    <label data-select>
      <input
        type="checkbox"
        name={name}
        value={value}
        form={form}
        aria-label={label}
        defaultChecked={isSelected}
      />
    </label>
  );
}
