import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Stack, Text } from '@mantine/core'
import type { BackupOverview, BackupRun } from '@muster/contract/backups.ts'
import { IconDatabaseExport, IconDatabaseOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CautionNote } from '../../ui/states/caution-note.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { BackupRows, FailureRows } from './backup-rows.tsx'
import { BackupSettings } from './backup-settings.tsx'

const REFETCH_MS = 3_000

/** The page where super admins see the backups of the installation and make one. Backups cannot be downloaded: docs/backups.md. */
export function BackupsPage() {
  const overview = useQuery({ ...orpc.backups.overview.queryOptions(), staleTime: 0 })
  useRefetchInterval(overview.refetch, { everyMs: REFETCH_MS })
  const start = useAct({
    call: () => api.backups.start(),
    failed: t`The backup couldn’t be started. Try again.`,
    invalidates: [orpc.backups.key()],
  })
  const { data } = overview
  const isBusy = start.isPending || data?.current?.kind === 'backup'
  return (
    <Page
      title={t`Backups`}
      {...(data && data.backups.length > 0 && { count: data.backups.length, countLabel: t`backups` })}
      subtitle={t`Copies of the database and all files, from which this installation can be restored.`}
      action={
        <Button
          icon={IconDatabaseExport}
          iconSize="1.25rem"
          loading={isBusy}
          disabled={!data}
          onClick={() => start.mutate()}
        >
          {isBusy ? t`Backing up…` : t`Back up now`}
        </Button>
      }
    >
      <Loaded query={overview} failure={t`Failed to load the backups`} skeleton={5} />
      {data && <Overview overview={data} />}
    </Page>
  )
}

function Overview({ overview }: { overview: BackupOverview }) {
  const { settings, current, lastCheck, stale, backups, failures } = overview
  const newest = backups[0]
  return (
    <Box maw={720}>
      <Stack>
        {current && <Progress run={current} />}
        {stale && (
          <CautionNote>
            <Text inherit fw={600}>
              {t`There is no recent backup`}
            </Text>
            {newest ? (
              <Trans>
                The last good one is from <RelativeTime at={newest.takenAt} form="clock" />.
              </Trans>
            ) : (
              t`None has succeeded so far.`
            )}
          </CautionNote>
        )}
        {settings.sameDisk && (
          <CautionNote>
            <Trans>
              The backups are on the same disk as the data, and would be lost with it. Set BACKUP_DIR to a
              folder on another disk, or BACKUP_S3_BUCKET to a bucket.
            </Trans>
          </CautionNote>
        )}
        <Panel gap="sm">
          <BackupSettings settings={settings} lastCheck={lastCheck} />
        </Panel>
        {backups.length === 0 ? (
          <EmptyState
            icon={IconDatabaseOff}
            title={t`No backups yet`}
            text={
              settings.nextAt
                ? t`The first backup runs automatically at the time above. You can also make one now.`
                : t`Backups are turned off (BACKUP_AT). You can still make one now.`
            }
          />
        ) : (
          <BackupRows backups={backups} />
        )}
        {failures.length > 0 && <FailureRows failures={failures} />}
      </Stack>
    </Box>
  )
}

/** The waiting or running run, with its step. Its size is unknown in advance, so there is no progress bar. */
function Progress({ run }: { run: BackupRun }) {
  return (
    <Panel gap={4}>
      <div role="status">
        <Text fw={600}>{describeStep(run)}</Text>
      </div>
      {run.storedBytes > 0 && (
        <Text c="dimmed" data-figures>
          {formatStored(run.storedBytes)}
        </Text>
      )}
    </Panel>
  )
}

function formatStored(bytes: number) {
  const size = formatBytes(bytes)
  return t`${size} stored so far`
}

function describeStep({ state, kind, phase }: BackupRun): string {
  if (state === 'waiting') return t`Starts within a minute`
  if (kind === 'check') return t`Checking the last backup: restoring it into an empty place`
  if (phase === 'files') return t`Backing up: copying new files`
  if (phase === 'packing') return t`Backing up: packing the database`
  return t`Backing up: copying the database`
}
