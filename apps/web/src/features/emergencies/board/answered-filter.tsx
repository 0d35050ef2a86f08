import { t } from '@lingui/core/macro'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../lib/format-count.ts'

type Props = {
  missing: number
  /** The number of the missing who have said something. */
  answered: number
  /** False while the list is filtered otherwise too: the numbers are those of everybody. */
  hasCounts: boolean
  value: 'yes' | 'no' | undefined
  onChoose: (value: 'yes' | 'no' | undefined) => void
}

/** Filters the missing by whether they have said anything, once somebody has. */
export function AnsweredFilter({ missing, answered, hasCounts, value, onChoose }: Props) {
  // Once shown it stays, because somebody may be choosing.
  const [wasShown, setShown] = useState(false)
  const isShown = wasShown || answered > 0 || value !== undefined
  if (isShown !== wasShown) setShown(isShown)
  if (!isShown) return null
  const answeredCount = formatCount(answered)
  const silentCount = formatCount(Math.max(0, missing - answered))
  return (
    <SegmentedControl
      aria-label={t`Filter missing people by answer`}
      // A label that is cut off would lose its number.
      styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
      w="100%"
      maw={480}
      value={value ?? 'all'}
      onChange={chosen => onChoose(chosen === 'yes' || chosen === 'no' ? chosen : undefined)}
      data={[
        { value: 'all', label: t`All` },
        { value: 'no', label: hasCounts ? t`No answer: ${silentCount}` : t`No answer` },
        { value: 'yes', label: hasCounts ? t`Answered: ${answeredCount}` : t`Answered` },
      ]}
    />
  )
}
