import { t } from '@lingui/core/macro'
import { IconMail } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'

/** A badge for people who have been added to a zone but have not entered it yet, so they have no presence. */
export function InvitedBadge() {
  return (
    <Tag icon={IconMail} outlined>
      {t`Invited`}
    </Tag>
  )
}
