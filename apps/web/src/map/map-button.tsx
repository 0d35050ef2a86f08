import { Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { ActionIcon } from '../ui/action-icon.tsx'
import classes from './map-surface.module.css'

type Props = { label: string; icon: TablerIcon; loading?: boolean; pressed?: boolean; onClick: () => void }

/** A control on a map, large enough for a gloved thumb. */
export function MapButton({ label, icon: Icon, loading, pressed, onClick }: Props) {
  return (
    <Tooltip label={label} position="left">
      <ActionIcon
        icon={Icon}
        variant="default"
        className={classes.control}
        aria-label={label}
        aria-pressed={pressed}
        loading={loading}
        onClick={onClick}
      />
    </Tooltip>
  )
}
