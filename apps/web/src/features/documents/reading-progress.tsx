import { Trans } from '@lingui/react/macro'
import type { Document } from '@muster/contract/documents.ts'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { Tag } from '../../ui/badges/tag.tsx'

/** How many of those who were asked have read the newest version: "Read by 3 of 11". */
export function ReadingProgress({ document: { zoneId, id: documentId } }: { document: Document }) {
  const { data } = useQuery(orpc.documents.readers.queryOptions({ input: { zoneId, documentId } }))
  if (!data) return null
  const [confirmedCount, readerCount] = [formatCount(data.confirmed), formatCount(data.people)]
  return (
    <Tag tone={data.confirmed === data.people ? 'inside' : 'caution'} icon={IconBook2}>
      <Trans>
        Read by {confirmedCount} of {readerCount}
      </Trans>
    </Tag>
  )
}
