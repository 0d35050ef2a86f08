import { IconCheck } from '@tabler/icons-react'
import { Button } from '../button.tsx'
import classes from './filter-toggle.module.css'

type Props = {
  label: string
  /** The label in the tooltip and for screen readers. */
  fullLabel?: string
  pressed: boolean
  onToggle: (pressed: boolean) => void
}

/** Space is always reserved for the tick, so that no button moves. Without the tick, the label stands in the middle. */
export function FilterToggle({ label, fullLabel, pressed, onToggle }: Props) {
  return (
    <Button
      variant={pressed ? 'light' : 'default'}
      classNames={{ root: classes.toggle ?? '', section: classes.section ?? '', label: classes.label ?? '' }}
      icon={IconCheck}
      iconSize="1rem"
      aria-pressed={pressed}
      aria-label={fullLabel}
      title={fullLabel}
      onClick={() => onToggle(!pressed)}
    >
      {label}
    </Button>
  )
}
