import { IconMail } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'

/** Added to a zone but has not entered it yet, so there is no presence. */
export function InvitedBadge() {
  return (
    <Tag icon={IconMail} outlined>
      Invited
    </Tag>
  )
}
