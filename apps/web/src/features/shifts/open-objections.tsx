import { plural, t } from '@lingui/core/macro'
import { Button, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { Objection } from '@muster/contract/shifts.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { AcceptObjection, DeclineObjection } from './answer-objection.tsx'
import { dayText } from './shift-words.ts'
import classes from './shifts.module.css'

type Props = {
  zoneId: string
  /** Opens the contested day, with the measured times. */
  onOpenDay?: ((userId: string, day: string) => void) | undefined
}

type PendingAnswer = { how: 'accept' | 'decline'; objection: Objection }

/** Lists a zone's unanswered objections, oldest first. Initially collapsed to one line, so that the report below stays in place. */
export function OpenObjections({ zoneId, onOpenDay }: Props) {
  const list = usePages(orpc.shifts.openObjections, { zoneId })
  const [isExpanded, setIsExpanded] = useState(false)
  const [pendingAnswer, setPendingAnswer] = useState<PendingAnswer>()
  const listId = useId()
  const { rows, failed, error, retry, retrying, staleSince, complete } = list
  const close = () => setPendingAnswer(undefined)
  const waitingCount = rows?.length ?? 0
  const Chevron = isExpanded ? IconChevronUp : IconChevronDown
  return (
    <Flex component="section" direction="column" gap="sm" aria-label={t`Objections`} data-no-print>
      {failed && (
        <FailedLine text={t`Failed to load objections`} list={{ error, retry, retrying, staleSince }} />
      )}
      {(rows || !failed) && (
        <Group gap="4px 12px" mih="var(--m-control)">
          <h2>{t`Objections`}</h2>
          {!rows ? (
            <Skeleton height={16} width={140} />
          ) : waitingCount === 0 ? (
            <Text span size="xs" c="dimmed">
              {t`None waiting for an answer`}
            </Text>
          ) : (
            <Button
              variant="subtle"
              rightSection={<Chevron size="1.125rem" aria-hidden />}
              aria-expanded={isExpanded}
              aria-controls={isExpanded ? listId : undefined}
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {waitingText(waitingCount, complete)}
            </Button>
          )}
        </Group>
      )}
      {isExpanded && rows && waitingCount > 0 && (
        <AgeGrey stale={failed}>
          <Stack gap="sm">
            <Rows framed id={listId} aria-label={t`Objections waiting for an answer`}>
              {rows.map(objection => (
                <ObjectionRow
                  key={objection.id}
                  objection={objection}
                  onOpenDay={onOpenDay}
                  onAnswer={how => setPendingAnswer({ how, objection })}
                />
              ))}
            </Rows>
            <LoadMore
              list={list}
              describeCount={count =>
                t`${plural(count, { one: '# more objection', other: '# more objections' })}`
              }
            />
          </Stack>
        </AgeGrey>
      )}
      <AcceptObjection
        objection={pendingAnswer?.how === 'accept' ? pendingAnswer.objection : undefined}
        onClose={close}
      />
      <DeclineObjection
        objection={pendingAnswer?.how === 'decline' ? pendingAnswer.objection : undefined}
        onClose={close}
      />
    </Flex>
  )
}

function waitingText(count: number, complete: boolean): string {
  return complete
    ? t`${plural(count, { one: '# waiting for an answer', other: '# waiting for an answer' })}`
    : t`${plural(count, { one: 'More than # waiting for an answer', other: 'More than # waiting for an answer' })}`
}

type RowProps = Pick<Props, 'onOpenDay'> & {
  objection: Objection
  onAnswer: (how: PendingAnswer['how']) => void
}

function ObjectionRow({
  objection: { person, day, text, createdAt, mayAnswer },
  onOpenDay,
  onAnswer,
}: RowProps) {
  const { id, name } = person
  return (
    <li>
      <div>
        <div>
          <strong>
            <Name>{name}</Name>
          </strong>{' '}
          {dayText(day)}
        </div>
        <div className={classes.quote} dir="auto">
          {text}
        </div>
        <Text component="div" size="xs" c="dimmed">
          <RelativeTime at={createdAt} />
        </Text>
      </div>
      <Group gap="xs">
        {onOpenDay && id !== null && (
          <Button
            variant="subtle"
            flex={{ base: '1 0 100%', sm: 'none' }}
            onClick={() => onOpenDay(id, day)}
            aria-label={t`Show day for ${name}`}
          >
            {t`Show day`}
          </Button>
        )}
        {mayAnswer && (
          <>
            <Button
              variant="default"
              onClick={() => onAnswer('decline')}
              aria-label={t`Decline ${name}’s objection`}
            >
              {t`Decline`}
            </Button>
            <Button
              variant="default"
              onClick={() => onAnswer('accept')}
              aria-label={t`Accept ${name}’s objection`}
            >
              {t`Accept`}
            </Button>
          </>
        )}
      </Group>
    </li>
  )
}
