import { IconMail } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'
import classes from './zone-selection.module.css'

/** Says that one was added to the zone, and what entering it changes. */
export function InvitationNote() {
  return (
    <div className={classes.invitation}>
      <Tag icon={IconMail} tone="info">
        Invited
      </Tag>
      <p className={classes.intro}>
        Until you enter, the zone’s managers see your name and user code only. Then also your contact and
        where you check in.
      </p>
    </div>
  )
}
