import { IconMapPinExclamation } from '@tabler/icons-react'
import { Tag } from './tag.tsx'

/** The mark of a position that another app on the phone may have made up. It counts, as weaker evidence. */
export const madeUpText = 'Position may be made up'

/** Beside whatever such a position led to; nothing for any other. */
export function MadeUpMark({ mock }: { mock: boolean }) {
  if (!mock) return null
  return (
    <Tag tone="caution" icon={IconMapPinExclamation}>
      {madeUpText}
    </Tag>
  )
}
