import { t } from '@lingui/core/macro'
import { IconLocationPause, IconLocationShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { Tag } from '../../ui/badges/tag.tsx'

/** Shows managers that a person shares their position in the zone or has paused sharing. Renders nothing otherwise. */
export function SharingMark({ zoneId, userId }: { zoneId: string; userId: string }) {
  const { data } = useQuery({
    ...orpc.presence.sharers.queryOptions({ input: { zoneId } }),
    select: ({ people }) => people.find(person => person.userId === userId),
  })
  if (!data) return null
  return data.paused ? (
    <Tag icon={IconLocationPause}>{t`Sharing paused`}</Tag>
  ) : (
    <Tag tone="inside" icon={IconLocationShare}>
      {t`Sharing position`}
    </Tag>
  )
}
