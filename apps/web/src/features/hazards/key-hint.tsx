import { Trans } from '@lingui/react/macro'
import { Kbd, Text } from '@mantine/core'
import classes from './hazards.module.css'

/** Lists the keys of the list. Style sheets show it only where there is a mouse, and so most likely a keyboard. */
export function KeyHint() {
  return (
    <Text size="xs" c="dimmed" className={classes.keys}>
      <Trans>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move · <Kbd>Enter</Kbd> open · <Kbd>A</Kbd> assign · <Kbd>S</Kbd> start or
        next status · <Kbd>X</Kbd> select
      </Trans>
    </Text>
  )
}
