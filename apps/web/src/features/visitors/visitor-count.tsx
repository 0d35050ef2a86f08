import { plural } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** The number of visitors beside that of the people inside, which does not include them. */
export function VisitorCount({ zoneId }: { zoneId: string }) {
  const counts = useQuery(orpc.visitors.counts.queryOptions({ input: { zoneId } }))
  const inside = counts.data?.inside ?? 0
  if (inside === 0) return null
  return (
    <Text span inherit fw={600} data-testid="visitor-count">
      {plural(inside, { one: '# visitor', other: '# visitors' })}
    </Text>
  )
}
