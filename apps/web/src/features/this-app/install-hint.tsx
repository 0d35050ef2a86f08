import { Button } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { installOffer } from '../../installed/install-offer.ts'
import { InstallButton, useInstallWay } from './install-button.tsx'
import classes from './this-app.module.css'

/** On every page, once somebody has used Muster for what it is for or comes back on another day: it can be installed. */
export function InstallHint() {
  const way = useInstallWay(true)
  if (!way) return null
  return (
    <aside aria-label="Install Muster" className={classes.hint}>
      <IconDeviceMobileDown size="1.25rem" aria-hidden />
      <span className={classes.words}>
        Put Muster on your home screen: it opens at once, also without a network.
      </span>
      <span className={classes.acts}>
        <InstallButton way={way} variant="filled" />
        <Button variant="default" size="compact-md" mih={44} onClick={() => installOffer.later()}>
          Not now
        </Button>
      </span>
    </aside>
  )
}
