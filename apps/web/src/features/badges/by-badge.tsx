import { plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

type Props = {
  /** How many of the people inside are known by their badge only. */
  people: number
  /** True if the number could not be read, or not lately. */
  failed: boolean
  /** True after a figure on the same line. */
  afterFigure?: boolean
}

export function ByBadge({ people, failed, afterFigure = false }: Props) {
  if (people === 0 && !failed) return null
  return (
    <Text span inherit c="dimmed">
      {afterFigure && ' · '}
      {people > 0 && plural(people, { one: '# by badge', other: '# by badge' })}
      {people > 0 && failed && ' · '}
      {failed && t`badges not up to date`}
    </Text>
  )
}
