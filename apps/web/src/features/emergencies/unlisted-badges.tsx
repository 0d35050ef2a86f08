import { plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

/** The unknown badges that are inside and not on a list, because there are too many of them; nothing if all are on it. */
export function UnlistedBadges({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null
  return (
    <Text c="dimmed">
      {t`And ${plural(count, { one: '# unknown badge that is', other: '# unknown badges that are' })} not listed`}
    </Text>
  )
}
