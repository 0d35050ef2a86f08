import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { NearbyEmergency } from '@muster/contract/emergencies.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import classes from './emergency-frame.module.css'

/** One quiet line for members of a zone who are not on the roll: whoever checks their position there is called. */
export function NearbyLine({ emergency: { zoneName, drill } }: { emergency: NearbyEmergency }) {
  return (
    <section className={classes.nearby} aria-label={drill ? t`Drill nearby` : t`Emergency nearby`}>
      <span dir="auto">
        {drill ? t`Drill at ${zoneName}. Are you there?` : t`Emergency at ${zoneName}. Are you there?`}
      </span>
      <Link to={paths.myZones} className={classes.number}>
        <Trans>Check Position</Trans>
      </Link>
    </section>
  )
}
