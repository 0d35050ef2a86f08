import { Trans } from '@lingui/react/macro'
import { IconMail } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'

/** A badge for people who have been added to a zone but have not entered it yet, so they have no presence. */
export function InvitedBadge() {
  return (
    <Tag icon={IconMail} outlined>
      <Trans>Invited</Trans>
    </Tag>
  )
}
