import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import type { SystemStatus } from '@muster/contract/dashboards.ts'
import { can } from '@muster/domain/permission.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** Says where the backups are, and leads super admins to them. */
export function BackupNote({ backups: { figures } }: { backups: SystemStatus['backups'] }) {
  const { profile } = useMe()
  const mayOpen = can(profile.role, 'manage_backups')
  if (!figures || !(figures.sameDisk || figures.problem || mayOpen)) return null
  return (
    <Text c="dimmed" mt="xs">
      {figures.problem && (
        <Trans>
          The last backup failed: <span dir="auto">{figures.problem}</span>
        </Trans>
      )}{' '}
      {figures.sameDisk && figures.nextAt && (
        <Trans>
          The backups are on the same disk as the data. Set BACKUP_DIR or BACKUP_S3_BUCKET to keep them
          elsewhere.
        </Trans>
      )}{' '}
      {mayOpen && (
        <Anchor
          component={Link}
          to={paths.backups}
          display="inline-flex"
          mih={44}
          style={{ alignItems: 'center' }}
        >
          {t`See backups`}
        </Anchor>
      )}
    </Text>
  )
}
