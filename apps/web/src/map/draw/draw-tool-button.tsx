import type { TablerIcon } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import classes from './draw-shape.module.css'

type Props = {
  label: string
  icon: TablerIcon
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}

/** A drawing tool with icon and name, wide enough for a thumb. */
export function DrawToolButton({ label, icon: Icon, pressed, disabled, onClick }: Props) {
  return (
    <Button
      variant="default"
      className={classes.tool}
      icon={Icon}
      aria-pressed={pressed}
      // With `disabled`, the button would lose the focus of a person who has just undone the last step with it.
      data-disabled={disabled || undefined}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {label}
    </Button>
  )
}
