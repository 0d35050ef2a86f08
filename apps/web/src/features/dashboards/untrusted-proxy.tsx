import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './dashboard.module.css'

/** Said while requests come through a proxy that the server was not told of. */
export function UntrustedProxy() {
  return (
    <div className={classes.caution} role="note">
      <IconAlertTriangle size="1.25rem" aria-hidden />
      <div className={classes.words}>
        <p className={classes.heading}>Everybody counts as one network address</p>
        <p>
          Muster does not know the reverse proxy in front of it, so all people behind it share one limit:
          wrong passwords of one slow down everybody’s sign-in. Set TRUST_PROXY to the number of proxies
          (usually 1) and start the server again.
        </p>
      </div>
    </div>
  )
}
