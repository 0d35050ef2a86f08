import { Button, Progress, SegmentedControl } from '@mantine/core'
import type { BroadcastDetail, BroadcastFigures } from '@muster/contract/broadcasts.ts'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './broadcasts.module.css'
import { RecipientList } from './recipient-list.tsx'

type Props = { broadcast: BroadcastDetail; figures: BroadcastFigures }

/** Who answered, who saw it and who has not, live; and a reminder for those. */
export function BroadcastProgress({ broadcast, figures }: Props) {
  const { answers, answerCounts, remindedAt } = broadcast
  const [shown, setShown] = useState<'waiting' | 'all'>('waiting')
  const asks = answers.length > 0
  const { people, answered, seen, unreachable } = figures
  const done = asks ? answered : answered + seen
  const waiting = people - done - unreachable
  const lines = asks
    ? answerCounts.map(({ answer, people: count }) => ({ name: answer, count }))
    : [{ name: 'Seen', count: done }]
  const remind = useAct({
    call: () => api.broadcasts.remind({ broadcastId: broadcast.id }),
    done: ({ people: count }) => [`Reminded ${formatCount(count)} ${count === 1 ? 'person' : 'people'}`],
    failed: 'The reminder could not be sent. Please try again.',
    invalidates: [orpc.broadcasts.get.key()],
  })
  return (
    <section className={classes.section} aria-label="Who has it">
      <h3 className={classes.heading}>
        {asks ? 'Answered' : 'Seen'}: {formatCount(done)} of {formatCount(people)}
      </h3>
      <ul className={classes.bars}>
        {lines.map(({ name, count }) => (
          <Bar key={name} name={name} count={count} of={people} color="blue" />
        ))}
        <Bar name={asks ? 'No answer yet' : 'Not seen yet'} count={waiting} of={people} color="gray" />
        {unreachable > 0 && <Bar name="Not reached" count={unreachable} of={people} color="red" />}
      </ul>
      {waiting > 0 && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconBellRinging size="1.125rem" aria-hidden />}
            loading={remind.isPending}
            onClick={() => remind.mutate()}
          >
            Remind {formatCount(waiting)} {waiting === 1 ? 'person' : 'people'}
          </Button>
        </div>
      )}
      {remindedAt && (
        <p className={classes.quiet}>
          Last reminded <RelativeTime at={remindedAt} />
        </p>
      )}
      <SegmentedControl
        aria-label="People"
        value={shown}
        onChange={value => setShown(value === 'all' ? 'all' : 'waiting')}
        data={[
          { value: 'waiting', label: asks ? 'No answer yet' : 'Not seen yet' },
          { value: 'all', label: 'Everybody' },
        ]}
      />
      <RecipientList broadcastId={broadcast.id} waiting={shown === 'waiting'} />
    </section>
  )
}

function Bar({ name, count, of, color }: { name: string; count: number; of: number; color: string }) {
  return (
    <li className={classes.bar}>
      <span dir="auto">{name}</span>
      <span>{formatCount(count)}</span>
      <Progress color={color} value={of > 0 ? (count / of) * 100 : 0} aria-label={name} />
    </li>
  )
}
