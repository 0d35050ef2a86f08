import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { MailedReport } from '@muster/contract/report-mailing.ts'
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconDownload,
  IconInbox,
  IconRefresh,
} from '@tabler/icons-react'
import { api, orpc } from '../../../lib/api.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { openRun } from '../download/report-watch.ts'
import { formatDay } from '../format-cell.ts'
import { MailingCard } from './mailing-card.tsx'
import { kindNames, mailingOutcome } from './mailing-words.ts'

type Props = { zoneId: string; mayChange: boolean }

/** Milliseconds between refetches while a report or its emails are in progress. */
const POLL_INTERVAL_MS = 3_000
const icons = { good: IconCircleCheck, caution: IconClock, danger: IconCircleX }

export function MailedCard({ zoneId, mayChange }: Props) {
  const list = usePages(
    orpc.reportMailing.runs,
    { zoneId, limit: 10 },
    {
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.rows.some(it => mailingOutcome(it).tone === 'caution')
          ? POLL_INTERVAL_MS
          : false,
    },
  )
  const { query, rows } = list
  return (
    <MailingCard
      title={t`Emailed reports`}
      text={t`Sent reports, and how many addresses received each one.`}
      query={query}
      failure={t`Failed to load emailed reports`}
    >
      {rows?.length === 0 && (
        <EmptyState
          icon={IconInbox}
          title={t`No reports emailed yet`}
          text={t`A schedule sends its first report after its first full period. Run one now to try it.`}
        />
      )}
      {rows && rows.length > 0 && (
        <>
          <Rows>
            {rows.map(it => (
              <MailedRow key={it.id} {...{ zoneId, mayChange, mailed: it }} />
            ))}
          </Rows>
          <LoadMore
            list={list}
            describeCount={count =>
              t`${plural(count, { one: '# more emailed report', other: '# more emailed reports' })}`
            }
          />
        </>
      )}
    </MailingCard>
  )
}

function MailedRow({ zoneId, mayChange, mailed }: Props & { mailed: MailedReport }) {
  const { id: runId, scheduleId, kind, from, to, askedAt, rerun: isRerun, rerunBy, sent, hasFile } = mailed
  const confirming = useDialog()
  const { tone, label, text } = mailingOutcome(mailed)
  const report = kindNames[kind]
  const first = formatDay(from)
  const last = formatDay(to)
  const name = t`${report}, ${first} to ${last}`
  const openAction = useAct({
    call: () => openRun(runId),
    failed: t`The file couldn’t be opened. Try again.`,
  })
  return (
    <li>
      <div>
        <Group gap="4px 8px">
          <Text span inherit fw={600} dir="auto">
            {name}
          </Text>
          <Tag tone={tone} icon={icons[tone]}>
            {label}
          </Tag>
        </Group>
        <Text size="xs" c="dimmed">
          <RelativeTime at={askedAt} /> · {text}
          {isRerun && (
            <>
              {' · '}
              {rerunBy ? (
                <Trans>
                  run manually by <span dir="auto">{rerunBy}</span>
                </Trans>
              ) : (
                t`run manually`
              )}
            </>
          )}
        </Text>
      </div>
      {mayChange && (hasFile || tone === 'danger') && (
        <Group wrap="nowrap" align="stretch" gap="xs">
          {hasFile && (
            <Button
              variant="default"
              icon={IconDownload}
              loading={openAction.isPending}
              onClick={() => openAction.mutate()}
              aria-label={t`Download ${name}`}
            >
              {t`Download`}
            </Button>
          )}
          {tone === 'danger' && (
            <Button
              variant="default"
              icon={IconRefresh}
              onClick={confirming.open}
              aria-label={t`Run again: ${name}`}
            >
              {t`Run again`}
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        {...confirming.props}
        title={t`Run ${name} again?`}
        confirmLabel={t`Run again`}
        workingLabel={t`Starting…`}
        onConfirm={() => api.reportMailing.rerun({ zoneId, scheduleId, runId })}
        done={[t`Creating the report`, t`It covers the same dates and will be emailed to all recipients.`]}
        invalidates={[orpc.reportMailing.key()]}
        failure={t`The report couldn’t be run again. Try again.`}
        destructive={false}
      >
        {sent > 0 ? (
          <Trans>
            The report will be regenerated for the same dates and emailed to all of the zone’s recipients,
            including{' '}
            <Plural
              value={sent}
              one="# address that already received it"
              other="# addresses that already received it"
            />
            .
          </Trans>
        ) : (
          <Trans>
            The report will be regenerated for the same dates and emailed to all of the zone’s recipients.
          </Trans>
        )}
      </ConfirmDialog>
    </li>
  )
}
