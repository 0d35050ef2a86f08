import { plural, t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { Backup, BackupRun } from '@muster/contract/backups.ts'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useId } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatCount } from '../../lib/format-count.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './backups.module.css'

export function BackupRows({ backups }: { backups: readonly Backup[] }) {
  const headingId = useId()
  return (
    <Panel gap="sm">
      <h2 id={headingId}>{t`Good backups`}</h2>
      <ul className={classes.rows} aria-labelledby={headingId}>
        {backups.map(backup => (
          <li key={backup.name}>
            <div>
              <Text fw={600}>
                <RelativeTime at={backup.takenAt} form="clock" />
              </Text>
              <Text size="xs" c="dimmed" data-figures>
                {describe(backup)}
              </Text>
            </div>
            <Group gap="xs">
              {backup.cause !== 'schedule' && <Tag>{t`By hand`}</Tag>}
              {backup.encrypted ? (
                <Tag icon={IconLock}>{t`Encrypted`}</Tag>
              ) : (
                <Tag icon={IconLockOpen}>{t`Not encrypted`}</Tag>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function describe({ storedBytes, fileCount }: Backup): string {
  const size = formatBytes(storedBytes)
  const files = plural(fileCount, { one: '# file', other: `${formatCount(fileCount)} files` })
  return t`${size} with the database and ${files}`
}

/** The failed backups and checks, with the reason in the server's words. */
export function FailureRows({ failures }: { failures: readonly BackupRun[] }) {
  const headingId = useId()
  return (
    <Panel gap="sm">
      <h2 id={headingId}>{t`Failed`}</h2>
      <ul className={classes.rows} aria-labelledby={headingId}>
        {failures.map(run => (
          <li key={run.id}>
            <div>
              <Text fw={600}>
                {run.kind === 'check' ? t`Check` : t`Backup`} <RelativeTime at={run.createdAt} form="clock" />
              </Text>
              <Text lang="en" dir="auto">
                {run.problem}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
