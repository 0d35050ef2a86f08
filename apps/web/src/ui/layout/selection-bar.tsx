import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

type Props = {
  count: number
  onNone: () => void
  /** The buttons for what can be done with the selected items. */
  children: ReactNode
}

/** A bar at the lower edge of a list, with actions on the selected items. */
export function SelectionBar({ count, onNone, children }: Props) {
  if (count === 0) return null
  return (
    <section className={classes.bar} aria-label={t`Selection`}>
      <Box component="span" flex="1 0 auto" style={{ whiteSpace: 'nowrap' }}>
        <Trans>
          <Plural value={count} one="# selected" other="# selected" />
        </Trans>
      </Box>
      {children}
      <Button variant="subtle" color="gray" onClick={onNone}>
        <Trans>Clear</Trans>
      </Button>
    </section>
  )
}
