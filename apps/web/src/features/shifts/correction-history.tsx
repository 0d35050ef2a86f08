import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Text } from '@mantine/core'
import type { Correction, Objection } from '@muster/contract/shifts.ts'
import type { RefObject } from 'react'
import { formatMinutes } from '../../lib/format-minutes.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { objectionStateWords } from './objection-words.ts'
import { clockWords } from './shift-words.ts'
import classes from './shifts.module.css'

type Props = {
  day: string
  timeZone: string
  corrections: readonly Correction[]
  objections: readonly Objection[]
  /** Gets the focus when an entry was added. */
  heading?: RefObject<HTMLHeadingElement | null>
}

/** The history of a day: corrections and objections, newest first. */
export function CorrectionHistory({ day, timeZone, corrections, objections, heading }: Props) {
  if (corrections.length === 0 && objections.length === 0) return null
  return (
    <Flex component="section" direction="column" gap="sm" aria-label={t`History of the day`}>
      <h3 ref={heading} tabIndex={-1}>
        <Trans>History</Trans>
      </h3>
      <Flex component="ul" direction="column" gap="sm">
        {objections.map(it => (
          <li key={it.id}>
            <div>
              <Trans>
                <Name>{it.person.name}</Name> objected <RelativeTime at={it.createdAt} />:{' '}
                {objectionStateWords[it.state].toLowerCase()}
              </Trans>
            </div>
            <div className={classes.said} dir="auto">
              {it.text}
            </div>
            {it.answer && (
              <div className={classes.said} dir="auto">
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
        {corrections.map((it, place) => (
          <li key={it.id}>
            <div>
              <Name>{it.by.name}</Name> {it.withdrawn ? 'took the correction back' : 'corrected it'}{' '}
              <RelativeTime at={it.at} />
              {place === 0 && !it.withdrawn && (
                <Text span size="xs" c="dimmed">
                  <Trans> · counts now</Trans>
                </Text>
              )}
            </div>
            {!it.withdrawn && <div>{correctionWords(it, timeZone, day)}</div>}
            <div className={classes.said} dir="auto">
              {it.reason}
            </div>
          </li>
        ))}
      </Flex>
    </Flex>
  )
}

function correctionWords(
  { firstIn, lastOut, insideMinutes, excused }: Correction,
  timeZone: string,
  day: string,
) {
  const words = [
    firstIn && t`First in ${clockWords(firstIn, timeZone, day)}`,
    lastOut && `last out ${clockWords(lastOut, timeZone, day)}`,
    insideMinutes !== null && t`${formatMinutes(insideMinutes)} inside`,
    excused && 'excused',
  ]
    .filter(Boolean)
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
