import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './people-table.module.css'

type Props = {
  label: string
  checked: boolean
  indeterminate?: boolean
  /** `isRange`: Shift was down. */
  onToggle: (isRange: boolean) => void
  /** Text beside the box, which also toggles it. */
  children?: ReactNode
}

const boxStyles = {
  body: { justifyContent: 'center', alignItems: 'center', minWidth: 44, minHeight: 44 },
} as const

/** A checkbox that selects rows. The label around it makes it large enough for a finger. */
export function SelectBox({ label, onToggle, children, ...box }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control
    <label className={classes.select}>
      <Checkbox
        {...box}
        aria-label={label}
        styles={boxStyles}
        // A click tells whether Shift was down; the change event does not. The space bar also clicks.
        onClick={event => onToggle(event.shiftKey)}
        onChange={() => {}}
      />
      {children}
    </label>
  )
}
