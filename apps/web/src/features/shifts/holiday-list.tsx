import { ActionIcon, Button } from '@mantine/core'
import type { Holiday } from '@muster/contract/shifts.ts'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { AddHolidaysDialog } from './add-holidays-dialog.tsx'
import { dayWords } from './shift-words.ts'
import classes from './shifts.module.css'

/** The holidays of a zone, year by year. */
export function HolidayList({ zoneId, today }: { zoneId: string; today: string }) {
  const [year, setYear] = useState(Number(today.slice(0, 4)))
  const [adding, setAdding] = useState(false)
  const query = useQuery(orpc.shifts.holidays.queryOptions({ input: { zoneId, year } }))
  const { data } = query
  return (
    <section className={classes.section} aria-label="Holidays">
      <div className={classes.head}>
        <h2 className={classes.heading}>Holidays</h2>
        <div className={classes.buttons}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Holidays of ${year - 1}`}
            onClick={() => setYear(year - 1)}
          >
            <IconChevronLeft size="1.125rem" aria-hidden />
          </ActionIcon>
          <span style={{ alignSelf: 'center' }} aria-live="polite">
            {year}
          </span>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Holidays of ${year + 1}`}
            onClick={() => setYear(year + 1)}
          >
            <IconChevronRight size="1.125rem" aria-hidden />
          </ActionIcon>
          {data?.mayChange && (
            <Button
              variant="default"
              leftSection={<IconCalendarPlus size="1.125rem" aria-hidden />}
              onClick={() => setAdding(true)}
            >
              Add holidays
            </Button>
          )}
        </div>
      </div>
      {query.isError && !data ? (
        <FailedLine
          text="Failed to load holidays"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !data ? (
        <ListSkeleton count={2} />
      ) : data.holidays.length === 0 ? (
        <p className={classes.quiet}>No holidays in {year}. On a holiday nobody is expected.</p>
      ) : (
        <ul className={classes.rows} aria-label={`Holidays of ${year}`}>
          {data.holidays.map(holiday => (
            <HolidayRow key={holiday.day} zoneId={zoneId} holiday={holiday} mayChange={data.mayChange} />
          ))}
        </ul>
      )}
      <AddHolidaysDialog
        zoneId={zoneId}
        opened={adding}
        onClose={() => setAdding(false)}
        onAdded={day => setYear(Number(day.slice(0, 4)))}
      />
    </section>
  )
}

type RowProps = { zoneId: string; holiday: Holiday; mayChange: boolean }

function HolidayRow({ zoneId, holiday: { day, name }, mayChange }: RowProps) {
  const remove = useAct({
    call: () => api.shifts.removeHoliday({ zoneId, day }),
    done: ['Holiday removed', name],
    failed: 'The holiday could not be removed. Please try again.',
    invalidates: attendanceKeys,
  })
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Name>{name}</Name> <span className={classes.quiet}>{dayWords(day)}</span>
      </div>
      {mayChange && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={`Remove ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <IconTrash size="1.125rem" aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
