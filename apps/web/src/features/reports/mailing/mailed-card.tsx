import { Button } from '@mantine/core'
import type { MailedReport } from '@muster/contract/report-mailing.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconInbox, IconRefresh } from '@tabler/icons-react'
import { api, orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { byCursor, usePages } from '../../../lib/use-pages.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { MailingCard } from './mailing-card.tsx'
import { kindNames, outcomeOf } from './mailing-words.ts'
import classes from './report-mailing.module.css'

type Props = { zoneId: string; mayChange: boolean }

/** Looks again every few seconds while something is on its way, in milliseconds. */
const WAITING = 3_000
const icons = { good: IconCircleCheck, caution: IconClock, danger: IconCircleX }

/** What schedules made, and what became of the mails. */
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
      title="Mailed reports"
      text="The record of what was made, and to how many addresses it went."
      query={query}
      failure="Failed to load mailed reports"
    >
      {rows?.length === 0 && (
        <EmptyState
          icon={IconInbox}
          title="Nothing was mailed yet"
          text="The first report of a schedule comes after its first whole period. Run one now to try it out."
        />
      )}
      {rows && rows.length > 0 && (
        <>
          <ul className={classes.list}>
            {rows.map(it => (
              <MailedRow key={it.id} {...{ zoneId, mayChange, report: it }} />
            ))}
          </ul>
          <LoadMore list={list} said={count => `${formatCount(count)} more mailed reports`} />
        </>
      )}
    </MailingCard>
  )
}

function MailedRow({ zoneId, mayChange, report }: Props & { report: MailedReport }) {
  const { scheduleId, kind, from, to, askedAt, rerun: isRerun, rerunBy } = report
  const { tone, label, text } = outcomeOf(report)
  const name = `${kindNames[kind]}, ${from} to ${to}`
  const rerun = useAct({
    call: () => api.reportMailing.rerun({ zoneId, scheduleId }),
    invalidates: [orpc.reportMailing.key()],
    failed: 'The report could not be run again. Please try again.',
  })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <div className={classes.names}>
          <span className={classes.name}>{name}</span>
          <Tag tone={tone} icon={icons[tone]}>
            {label}
          </Tag>
        </div>
        <p className={classes.quiet}>
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
        </p>
      </div>
      {mayChange && tone === 'danger' && (
        <Button
          variant="default"
          leftSection={<IconRefresh size="1.125rem" aria-hidden />}
          loading={rerun.isPending}
          onClick={() => rerun.mutate()}
          aria-label={`Re-run ${name}`}
        >
          Re-run
        </Button>
      )}
    </li>
  )
}
