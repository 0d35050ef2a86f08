import { t } from '@lingui/core/macro'
import { SegmentedControl } from '@mantine/core'
import { formatCount } from '../../../lib/format-count.ts'

type Props = {
  missing: number
  /** The number of the missing who gave a neutral answer. */
  answered: number
  value: 'yes' | 'no' | undefined
  onChoose: (value: 'yes' | 'no' | undefined) => void
}

/** Filters the missing by whether they have said anything, once somebody has. */
export function AnsweredFilter({ missing, answered, value, onChoose }: Props) {
  if (answered === 0 && value === undefined) return null
  const answeredCount = formatCount(answered)
  const silentCount = formatCount(Math.max(0, missing - answered))
  return (
    <SegmentedControl
      aria-label={t`The missing by answer`}
      w="100%"
      maw={480}
      value={value ?? 'all'}
      onChange={chosen => onChoose(chosen === 'yes' || chosen === 'no' ? chosen : undefined)}
      data={[
        { value: 'all', label: t`All` },
        { value: 'no', label: t`No answer: ${silentCount}` },
        { value: 'yes', label: t`Answered: ${answeredCount}` },
      ]}
    />
  )
}
