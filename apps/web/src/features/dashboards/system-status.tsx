import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Skeleton, Text } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import type { Health } from '@muster/domain/system-health.ts'
import {
  type Icon,
  IconActivity,
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useSyncExternalStore } from 'react'
import { orpc } from '../../lib/api.ts'
import { connectionStore } from '../../lib/connection-store.ts'
import { paths } from '../../lib/paths.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { Tag, type Tone } from '../../ui/badges/tag.tsx'
import { useNotLive } from '../../ui/live/use-not-live.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { BackupNote } from './backup-note.tsx'
import classes from './dashboard.module.css'
import { DeliveryTests } from './delivery-tests.tsx'
import { MailProblem } from './mail-problem.tsx'
import { ProxyProblems } from './proxy-problems.tsx'
import { SignUpStatus } from './sign-up-status.tsx'
import { type StatusLine, statusLines } from './status-lines.ts'

/** The parts in order of display, listed even while their state is unknown. */
const partNames = [
  t`Server`,
  t`Database`,
  t`Jobs`,
  t`Storage`,
  t`Email`,
  t`Live feed`,
  t`Connections`,
  t`Backups`,
  t`Proxy`,
]

/**
 * The System Status, refetched every few seconds. While the server is unreachable, every part is unknown, with the time of the last
 * contact. Home has the parts and what is wrong; the page, to which its title leads, has the rest.
 */
export function SystemStatus({ isPage = false }: { isPage?: boolean }) {
  const headingId = useId()
  const status = useQuery({ ...orpc.dashboards.systemStatus.queryOptions(), staleTime: 0 })
  useRefetchInterval(status.refetch, { everyMs: limits.systemStatusHeldMs })
  const { downSince } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const isNotLive = useNotLive()
  const { data, isError, isPending, dataUpdatedAt } = status
  // Results from before the connection was lost say nothing about the current state.
  const isOutdated = isError || (isNotLive && dataUpdatedAt <= (downSince ?? 0))
  const lines = data && !isOutdated ? statusLines(data) : undefined
  const lastContactAt = Math.max(dataUpdatedAt, connectionStore.lastMessageAt() ?? 0)
  return (
    <Card {...(!isPage && { component: 'section', 'aria-labelledby': headingId })}>
      {!isPage && (
        <Link to={paths.systemStatus} className={classes.statusTitle}>
          <IconActivity size="1.25rem" stroke={1.8} aria-hidden />
          <h2 id={headingId}>{t`System Status`}</h2>
          <IconChevronRight size="1.125rem" color="var(--m-quiet)" aria-hidden />
        </Link>
      )}
      <dl className={classes.status}>
        {partNames.map((name, index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {lines?.[index] && <StatusRow line={lines[index]} isPage={isPage} />}
              {!lines &&
                (isPending && !isOutdated ? (
                  <Skeleton height={24} width={96} />
                ) : (
                  <UnknownStatus lastContactAt={lastContactAt} />
                ))}
            </dd>
          </div>
        ))}
      </dl>
      {data && !isOutdated && (
        <>
          {(isPage || data.backups.figures?.problem) && <BackupNote backups={data.backups} />}
          <MailProblem mail={data.mail} />
          <ProxyProblems misfits={data.proxy.misfits} />
          {(isPage || data.mail.problem) && <DeliveryTests mailSetUp={data.mail.setUp} />}
        </>
      )}
      {isPage && <SignUpStatus />}
    </Card>
  )
}

const healthStyles: Record<Health, { tone: Tone; icon: Icon }> = {
  good: { tone: 'good', icon: IconCircleCheck },
  watch: { tone: 'caution', icon: IconAlertTriangle },
  bad: { tone: 'danger', icon: IconCircleX },
  unknown: { tone: 'quiet', icon: IconHelpCircle },
}

function StatusRow({ line: { health, word, detail }, isPage }: { line: StatusLine; isPage: boolean }) {
  return (
    <>
      {detail && (
        <Text
          span
          size="xs"
          c="dimmed"
          ta="end"
          data-figures
          // On a phone, the home page hides the details of parts that work.
          {...(!isPage && health === 'good' && { visibleFrom: 'sm' })}
        >
          {detail}
        </Text>
      )}
      <Tag {...healthStyles[health]} outlined={health === 'unknown'}>
        {word}
      </Tag>
    </>
  )
}

function UnknownStatus({ lastContactAt }: { lastContactAt: number }) {
  return (
    <Tag icon={IconHelpCircle} outlined>
      <span>
        {lastContactAt > 0 ? (
          <Trans>
            Unknown, last contact <RelativeTime at={new Date(lastContactAt).toISOString()} form="clock" />
          </Trans>
        ) : (
          t`Unknown`
        )}
      </span>
    </Tag>
  )
}
