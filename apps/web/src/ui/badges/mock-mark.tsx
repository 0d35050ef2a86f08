import { t } from '@lingui/core/macro'
import { IconMapPinExclamation } from '@tabler/icons-react'
import { Tag } from './tag.tsx'

/** The label of a position that another app on the phone may have faked. The position still counts, as weaker evidence. */
export const mockText = t`Position may be fake`

/** Labels the result of a possibly mocked position; renders nothing for others. */
export function MockMark({ mock }: { mock: boolean }) {
  if (!mock) return null
  return (
    <Tag tone="caution" icon={IconMapPinExclamation}>
      {mockText}
    </Tag>
  )
}
