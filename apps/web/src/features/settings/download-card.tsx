import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Progress, Text } from '@mantine/core'
import type { MyDownload } from '@muster/contract/my-data.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { connectionStore } from '../../lib/connection-store.ts'
import { downloadFrom } from '../../lib/download-from.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatDate } from '../../lib/format-day.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { SettingsCard } from './settings-card.tsx'

/** Interval between progress polls while the feed is down, in milliseconds. */
const POLL_INTERVAL_MS = 5_000

/** Offers a download of everything stored about the person, and shows whether it is being prepared, ready or failed. */
export function DownloadCard() {
  const client = useQueryClient()
  const query = useQuery({
    ...orpc.settings.download.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.download?.state === 'preparing' && connectionStore.get().state !== 'live'
        ? POLL_INTERVAL_MS
        : false,
  })
  const prepare = useAct({
    call: () => api.settings.prepareDownload(),
    onDone: answer => client.setQueryData(orpc.settings.download.queryKey(), answer),
  })
  const openAction = useAct({
    call: () => api.settings.openDownload(),
    onDone: ({ url }) => downloadFrom(url),
    // Refetched, because the download may no longer exist.
    onError: () => void query.refetch(),
  })
  const download = query.data?.download
  const problem =
    (prepare.isError &&
      errorTextWithTime(prepare.error, t`Your download couldn’t be prepared. Try again.`)) ||
    (openAction.isError &&
      errorTextWithTime(openAction.error, t`Your download couldn’t be opened. Try again.`))
  return (
    <SettingsCard
      title={t`Download my data`}
      text={t`All your data in one file: CSV for spreadsheets, JSON for other programs. You can download it for ${plural({ count: limits.downloadKeepDays }, { one: '# day', other: '# days' })}.`}
    >
      <Loaded query={query} failure={t`Failed to load your download`} skeleton={1} />
      {problem && <ProblemAlert>{problem}</ProblemAlert>}
      {download && (
        <AgeGrey stale={query.isError}>
          <DownloadState download={download} />
        </AgeGrey>
      )}
      {query.data && download?.state !== 'preparing' && (
        <Group gap="xs">
          {download?.state === 'ready' && (
            <Button icon={IconDownload} loading={openAction.isPending} onClick={() => openAction.mutate()}>
              {t`Download`}
            </Button>
          )}
          <Button
            variant="default"
            icon={IconFileZip}
            loading={prepare.isPending}
            onClick={() => prepare.mutate()}
          >
            {download?.state === 'ready' ? t`Prepare a new download` : t`Prepare my download`}
          </Button>
        </Group>
      )}
    </SettingsCard>
  )
}

function DownloadState({ download }: { download: MyDownload }) {
  const { state, percent, bytes, readyAt, expiresAt } = download
  if (state === 'failed')
    return <ProblemAlert>{t`Your download couldn’t be prepared. Try again.`}</ProblemAlert>
  if (state === 'preparing')
    return (
      <div>
        <Progress value={percent} aria-label={t`Preparing your download`} size="lg" />
        <Text size="xs" c="dimmed" role="status">
          {t`Preparing… You can leave this page. We’ll alert you when it’s ready.`}
        </Text>
      </div>
    )
  const size = bytes === null ? undefined : formatBytes(bytes)
  const expiryDate = expiresAt && formatDate(new Date(expiresAt))
  return (
    <p role="status">
      {size === undefined ? t`Ready` : t`Ready, ${size}`}
      {readyAt && (
        <>
          {' · '}
          <Trans>
            Created <RelativeTime at={readyAt} />
          </Trans>
        </>
      )}
      {expiryDate && ` · ${t`Available until ${expiryDate}`}`}
    </p>
  )
}
