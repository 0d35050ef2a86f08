import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Text } from '@mantine/core'
import type { PresencePanel, Visit } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { useId } from 'react'
import { formatDuration } from '../../lib/format-duration.ts'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { OpenVisitTag } from '../../ui/badges/open-visit-tag.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { ZoneDayButton } from '../users/public.ts'
import classes from './presence-panel.module.css'

export function RecentlyLeft({ people }: { people: PresencePanel['recentlyLeft'] }) {
  const headingId = useId()
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={headingId}>
      <h2 id={headingId}>{t`Recently Left`}</h2>
      {people.length === 0 ? (
        <Text c="dimmed">{t`Nobody has left yet.`}</Text>
      ) : (
        <ul className={classes.list} aria-labelledby={headingId}>
          {people.slice(0, limits.recentlyLeftLimit).map(person => (
            <li key={person.userId} className={classes.row}>
              <PersonChip name={person.name} size={32} detail={<RoleBadge role={person.role} />} />
              <span className={classes.side}>
                <span>
                  <Trans>
                    At <RelativeTime at={person.at} form="clock" />
                  </Trans>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Flex>
  )
}

export function VisitHistory({ visits, zoneId }: { visits: Visit[]; zoneId: string }) {
  const headingId = useId()
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={headingId}>
      <h2 id={headingId}>{t`Recent Activity History`}</h2>
      {visits.length === 0 ? (
        <Text c="dimmed">{t`No visits yet.`}</Text>
      ) : (
        <ul className={classes.list} aria-labelledby={headingId}>
          {visits.slice(0, limits.historyLimit).map(visit => (
            <VisitRow key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
      <div>
        <ZoneDayButton zoneId={zoneId} />
      </div>
    </Flex>
  )
}

function VisitRow({ visit }: { visit: Visit }) {
  const { userName, entryTime, exitTime, durationMinutes, mock } = visit
  const hasEnded = exitTime !== null
  return (
    <li className={classes.row}>
      <PersonChip
        name={userName}
        size={32}
        detail={
          <Flex component="span" wrap="wrap" gap="0 12px">
            <span>
              <Trans>
                Entry <RelativeTime at={entryTime} form="clock" />
              </Trans>
            </span>
            {hasEnded && (
              <span>
                <Trans>
                  Exit <RelativeTime at={exitTime} form="clock" />
                </Trans>
              </span>
            )}
            <MockMark mock={mock} />
          </Flex>
        }
      />
      <span className={classes.side}>
        {hasEnded ? (
          <Tag icon={IconCircleCheck}>
            {durationMinutes === null ? t`Completed` : formatDuration(durationMinutes)}
          </Tag>
        ) : (
          <OpenVisitTag visit={visit} icon={IconProgress} label={t`In Progress`} />
        )}
      </span>
    </li>
  )
}
