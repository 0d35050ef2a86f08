import { Button } from '@mantine/core'
import type { Objection } from '@muster/contract/shifts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { AcceptObjection, DeclineObjection } from './answer-objection.tsx'
import { dayWords } from './shift-words.ts'
import classes from './shifts.module.css'

type Props = {
  zoneId: string
  /** Shows the day that is objected to, with what was measured. */
  onOpenDay?: (userId: string, day: string) => void
}

/** The objections of a zone that wait for an answer, the oldest first. */
export function OpenObjections({ zoneId, onOpenDay }: Props) {
  const calendar = useQuery(orpc.reports.calendar.queryOptions({ input: { zoneId } }))
  const list = usePages<Objection>(
    orpc.shifts.openObjections.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, cursor }),
      ...byCursor,
    }),
  )
  const [answering, setAnswering] = useState<{ how: 'accept' | 'decline'; objection: Objection }>()
  const { rows, failed, retry, retrying, complete, readOn } = list
  if (failed && !rows)
    return <ErrorState title="Failed to load objections" onRetry={retry} retrying={retrying} />
  // Nothing is said where nothing waits, and the report below does not move for it.
  if (!rows?.length || !calendar.data) return null
  const { timeZone } = calendar.data
  const close = () => setAnswering(undefined)
  return (
    <section className={classes.section} aria-label="Objections">
      <h2 className={classes.heading}>Objections</h2>
      <ul className={classes.rows} aria-label="Objections that wait">
        {rows.map(objection => (
          <li key={objection.id} className={classes.row}>
            <div className={classes.what}>
              <div>
                <Name className={classes.name}>{objection.person.name}</Name> {dayWords(objection.day)}
              </div>
              <div className={classes.said} dir="auto">
                {objection.text}
              </div>
              <div className={classes.quiet}>
                <RelativeTime at={objection.createdAt} />
              </div>
            </div>
            <div className={classes.buttons}>
              {onOpenDay && objection.person.id !== null && (
                <Button
                  variant="subtle"
                  onClick={() => onOpenDay(objection.person.id ?? '', objection.day)}
                  aria-label={`Show the day of ${objection.person.name}`}
                >
                  Show the day
                </Button>
              )}
              {objection.mayAnswer && (
                <>
                  <Button
                    variant="default"
                    onClick={() => setAnswering({ how: 'decline', objection })}
                    aria-label={`Decline the objection of ${objection.person.name}`}
                  >
                    Decline
                  </Button>
                  <Button
                    variant="default"
                    onClick={() => setAnswering({ how: 'accept', objection })}
                    aria-label={`Accept the objection of ${objection.person.name}`}
                  >
                    Accept
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {!complete && (
        <Button variant="default" onClick={readOn} loading={retrying}>
          Show more
        </Button>
      )}
      <AcceptObjection
        objection={answering?.how === 'accept' ? answering.objection : undefined}
        timeZone={timeZone}
        onClose={close}
      />
      <DeclineObjection
        objection={answering?.how === 'decline' ? answering.objection : undefined}
        onClose={close}
      />
    </section>
  )
}
