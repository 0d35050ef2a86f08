import { Checkbox } from '@mantine/core'
import classes from './people-table.module.css'

type Props = {
  label: string
  checked: boolean
  indeterminate?: boolean
  /** `isRange`: Shift was down. */
  onToggle: (isRange: boolean) => void
}

/** A checkbox that selects rows, large enough for a finger. */
export function SelectBox({ label, onToggle, ...box }: Props) {
  return (
    <Checkbox
      {...box}
      className={classes.select}
      aria-label={label}
      // A click tells whether Shift was down; the change event does not. The space bar also clicks.
      onClick={event => onToggle(event.shiftKey)}
      onChange={() => {}}
      styles={{ body: { justifyContent: 'center', alignItems: 'center', minWidth: 44, minHeight: 44 } }}
    />
  )
}
