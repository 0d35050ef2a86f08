import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Text } from '@mantine/core'
import type { Correction, Objection } from '@muster/contract/shifts.ts'
import type { ObjectionState } from '@muster/domain/attendance.ts'
import type { RefObject } from 'react'
import { formatMinutes } from '../../lib/format-minutes.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { clockText } from './shift-words.ts'
import classes from './shifts.module.css'

const objectionStateLabels: Readonly<Record<ObjectionState, string>> = {
  open: t`Waiting for an answer`,
  accepted: t`Accepted`,
  declined: t`Declined`,
  withdrawn: t`Withdrawn`,
}

type Props = {
  day: string
  timeZone: string
  corrections: readonly Correction[]
  objections: readonly Objection[]
  /** The heading, focused by the parent after an entry has been added. */
  heading?: RefObject<HTMLHeadingElement | null>
}

export function CorrectionHistory({ day, timeZone, corrections, objections, heading }: Props) {
  if (corrections.length === 0 && objections.length === 0) return null
  return (
    <Flex component="section" direction="column" gap="sm" aria-label={t`History for this day`}>
      <h3 ref={heading} tabIndex={-1}>
        {t`History`}
      </h3>
      <Flex component="ul" direction="column" gap="sm">
        {objections.map(it => (
          <li key={it.id}>
            <div>
              <ObjectionLine name={it.person.name} at={it.createdAt} /> · {objectionStateLabels[it.state]}
            </div>
            <div className={classes.quote} dir="auto">
              {it.text}
            </div>
            {it.answer && (
              <div className={classes.quote} dir="auto">
                {it.answeredBy && (
                  <strong>
                    <Name>{it.answeredBy.name}: </Name>
                  </strong>
                )}
                {it.answer}
              </div>
            )}
          </li>
        ))}
        {corrections.map((it, index) => (
          <li key={it.id}>
            <div>
              <CorrectionLine name={it.by.name} at={it.at} withdrawn={it.withdrawn} />
              {index === 0 && !it.withdrawn && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · {t`in effect`}
                </Text>
              )}
            </div>
            {!it.withdrawn && <div>{correctionText(it, timeZone, day)}</div>}
            <div className={classes.quote} dir="auto">
              {it.reason}
            </div>
          </li>
        ))}
      </Flex>
    </Flex>
  )
}

const ObjectionLine = ({ name, at }: { name: string; at: string }) => (
  <Trans>
    <Name>{name}</Name> objected <RelativeTime at={at} />
  </Trans>
)

const CorrectionLine = ({ name, at, withdrawn }: { name: string; at: string; withdrawn: boolean }) =>
  withdrawn ? (
    <Trans>
      <Name>{name}</Name> withdrew the correction <RelativeTime at={at} />
    </Trans>
  ) : (
    <Trans>
      <Name>{name}</Name> corrected this day <RelativeTime at={at} />
    </Trans>
  )

function correctionText(
  { firstIn, lastOut, insideMinutes, excused }: Correction,
  timeZone: string,
  day: string,
) {
  const first = firstIn && clockText(firstIn, timeZone, day)
  const last = lastOut && clockText(lastOut, timeZone, day)
  const duration = insideMinutes !== null && formatMinutes(insideMinutes)
  return [
    first && t`First in ${first}`,
    last && t`Last out ${last}`,
    duration && t`${duration} inside`,
    excused && t`Excused`,
  ]
    .filter(Boolean)
    .join(' · ')
}
