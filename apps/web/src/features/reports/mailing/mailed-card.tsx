import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { MailedReport } from '@muster/contract/report-mailing.ts'
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconDownload,
  IconInbox,
  IconRefresh,
} from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { byCursor, usePages } from '../../../lib/use-pages.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { openRun } from '../download/report-watch.ts'
import { formatDay } from '../format-cell.ts'
import { MailingCard } from './mailing-card.tsx'
import { addresses, kindNames, outcomeOf } from './mailing-words.ts'

type Props = { zoneId: string; mayChange: boolean }

/** Milliseconds between refetches while mails are in progress. */
const WAITING = 3_000
const icons = { good: IconCircleCheck, caution: IconClock, danger: IconCircleX }

/** The reports that schedules made, and the outcome of their mails. */
export function MailedCard({ zoneId, mayChange }: Props) {
  const list = usePages({
    ...orpc.reportMailing.runs.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, cursor, limit: 10 }),
      ...byCursor,
    }),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.rows.some(it => outcomeOf(it).tone === 'caution') ? WAITING : false,
  })
  const { query, rows } = list
  return (
    <MailingCard
      title={t`Mailed reports`}
      text={t`Each report that was made, and how many addresses got it.`}
      query={query}
      failure={t`Failed to load mailed reports`}
    >
      {rows?.length === 0 && (
        <EmptyState
          icon={IconInbox}
          title={t`Nothing was mailed yet`}
          text={t`The first report of a schedule comes after its first whole period. Run one now to try it out.`}
        />
      )}
      {rows && rows.length > 0 && (
        <>
          <Rows>
            {rows.map(it => (
              <MailedRow key={it.id} {...{ zoneId, mayChange, report: it }} />
            ))}
          </Rows>
          <LoadMore list={list} said={count => t`${formatCount(count)} more mailed reports`} />
        </>
      )}
    </MailingCard>
  )
}

function MailedRow({ zoneId, mayChange, report }: Props & { report: MailedReport }) {
  const { id: runId, scheduleId, kind, from, to, askedAt, rerun: isRerun, rerunBy, sent, hasFile } = report
  const [asking, setAsking] = useState(false)
  const { tone, label, text } = outcomeOf(report)
  const name = t`${kindNames[kind]}, ${formatDay(from)} to ${formatDay(to)}`
  const open = useAct({
    call: () => openRun(runId),
    failed: t`The file could not be opened. Please try again.`,
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
              {' · run by hand'}
              {rerunBy && (
                <>
                  {' by '}
                  <span dir="auto">{rerunBy}</span>
                </>
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
              leftSection={<IconDownload size="1.125rem" aria-hidden />}
              loading={open.isPending}
              onClick={() => open.mutate()}
              aria-label={t`Download ${name}`}
            >
              <Trans>Download</Trans>
            </Button>
          )}
          {tone === 'danger' && (
            <Button
              variant="default"
              leftSection={<IconRefresh size="1.125rem" aria-hidden />}
              onClick={() => setAsking(true)}
              aria-label={t`Re-run ${name}`}
            >
              <Trans>Re-run</Trans>
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t`Run ${name} again?`}
        confirmLabel={t`Run again`}
        workingLabel={t`Starting…`}
        onConfirm={() => api.reportMailing.rerun({ zoneId, scheduleId, runId })}
        done={[t`Report is being made`, t`It covers the same days and is mailed to all recipients.`]}
        invalidates={[orpc.reportMailing.key()]}
        failure={t`The report could not be run again. Please try again.`}
        destructive={false}
      >
        It is made anew for the same days and mailed to all recipients of the zone
        {sent > 0 && `, also to the ${addresses(sent)} that got it before`}.
      </ConfirmDialog>
    </li>
  )
}
