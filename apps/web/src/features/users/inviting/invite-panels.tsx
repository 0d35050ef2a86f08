import { InvitationList } from './invitation-list.tsx'
import { InviteByEmail } from './invite-by-email.tsx'
import { InviteByLink, type NewInvitation } from './invite-by-link.tsx'

export type InviteTab = 'link' | 'email' | 'invited'

type Props = {
  tab: InviteTab
  zone: { id: string; name: string }
  onTab: (tab: InviteTab) => void
  newInvitation: NewInvitation | undefined
  onNewInvitation: (created: NewInvitation | undefined) => void
  onClose: () => void
}

/** The tabs of the Add User dialog besides the code. They load when one is opened. */
export function InvitePanels({ tab, zone, onTab, onClose, ...link }: Props) {
  if (tab === 'link') return <InviteByLink zone={zone} {...link} onClose={onClose} />
  if (tab === 'email')
    return <InviteByEmail zone={zone} onShowList={() => onTab('invited')} onClose={onClose} />
  return <InvitationList zoneId={zone.id} />
}
