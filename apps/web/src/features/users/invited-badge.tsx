import { IconMail } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'

/** Added to a zone and not entered yet; nothing is known of where they are. */
export function InvitedBadge() {
  return (
    <Tag icon={IconMail} outlined>
      Invited
    </Tag>
  )
}
