import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import type { ShownInvitation } from '@muster/contract/invitations.ts'
import type { InvitationState } from '@muster/domain/zone-invitation.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { AuthFrame } from './auth-frame.tsx'

type Props = Pick<ShownInvitation, 'zoneName' | 'invitedBy'> & {
  state: InvitationState
  address?: string | null
  /** Signs out, if another account could use the invitation. */
  onOtherAccount?: (() => void) | undefined
}

export function EndedInvitation({ state, zoneName, invitedBy, address, onOtherAccount }: Props) {
  const [title, text] = toTexts(state, {
    zone: zoneName ?? '',
    inviter: invitedBy ?? t`a manager of the zone`,
    address: address ?? '',
  })
  return (
    <AuthFrame title={title} intro={text}>
      <Stack>
        {onOtherAccount && (
          <Button fullWidth onClick={onOtherAccount}>
            {t`Use another account`}
          </Button>
        )}
        <Button
          component={Link}
          to={paths.zoneSelection}
          fullWidth
          variant={onOtherAccount ? 'default' : 'filled'}
        >
          {state === 'member' ? t`Open my zones` : t`Go to Muster`}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

type Names = { zone: string; inviter: string; address: string }

function toTexts(state: InvitationState, { zone, inviter, address }: Names): [title: string, text: string] {
  switch (state) {
    case 'member':
      return [t`You already belong to ${zone}`, t`Open it from your zones.`]
    case 'revoked':
      return [t`This invitation was revoked`, t`To join the zone, ask whoever sent it for a new one.`]
    case 'used_up':
      return [
        t`This invitation was already used`,
        t`If it was you, sign in. Otherwise ask whoever sent it for a new one.`,
      ]
    case 'closed':
      return [
        t`This zone is suspended`,
        t`Nobody can join it at the moment. The invitation works again once it is reopened.`,
      ]
    case 'inviter':
      return [
        t`This invitation no longer works`,
        t`Whoever made it can no longer add people to the zone. Ask a manager of the zone for a new one.`,
      ]
    case 'other_address':
      return [
        t`This invitation is for another email address.`,
        t`It was sent to ${address}. Sign in with an account for that address, or ask ${inviter} for a link.`,
      ]
    case 'removed':
      return [
        t`You were removed from this zone`,
        t`This invitation is older than that. Ask a manager of the zone for a new one.`,
      ]
    case 'sees_all':
      return [
        t`You already see this zone`,
        t`Your account sees all zones, so it can’t be a member of one. Use another account to join.`,
      ]
    default:
      return [
        t`This invitation has expired`,
        t`Its time is over, or its zone was deleted. Ask whoever sent it for a new one.`,
      ]
  }
}
