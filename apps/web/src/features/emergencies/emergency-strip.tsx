import { plural, t } from '@lingui/core/macro'
import type { Emergency } from '@muster/contract/emergencies.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { BoardLinks } from './board-links.tsx'
import classes from './emergency-frame.module.css'

type Props = {
  emergency: Emergency
  /** The number of further open emergencies. */
  more: number
}

export function EmergencyStrip({ emergency, more }: Props) {
  const { id, kind, zoneId, zoneName, drill } = emergency
  useFeedTopic(zoneId === null ? undefined : zoneTopic(zoneId))
  const title = kindTitle(kind, zoneName)
  const label = drill ? t`Drill: ${title}` : title
  const moreCount = formatCount(more)
  return (
    <section className={classes.strip} data-drill={drill || undefined} aria-label={t`Open: ${label}`}>
      <Link
        to="/emergencies/$emergencyId"
        params={{ emergencyId: id }}
        className={classes.title}
        dir="auto"
        title={label}
      >
        {label}
      </Link>
      <BoardLinks emergency={emergency} />
      {more > 0 && (
        <Link
          to={paths.emergencies}
          className={classes.number}
          aria-label={t`${plural(more, { one: '# more emergency', other: '# more emergencies' })}`}
        >
          +{moreCount}
        </Link>
      )}
    </section>
  )
}
