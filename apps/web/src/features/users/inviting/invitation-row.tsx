import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { ZoneInvitation } from '@muster/contract/invitations.ts'
import { roleLabel } from '@muster/domain/role.ts'
import { api, orpc } from '../../../lib/api.ts'
import { formatList } from '../../../lib/format-list.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Day } from '../../../ui/time/day.tsx'
import { stateTexts } from './invitation-words.ts'

type Props = { zoneId: string; invitation: ZoneInvitation; onRevoke: () => void }

/** One invitation: whom it is for, its state, who made and used it, and what can be done with it. */
export function InvitationRow({ zoneId, invitation, onRevoke }: Props) {
  const { id, email, role, state, uses, maxUses, invitedBy, usedBy } = invitation
  const resend = useAct({
    call: () => api.invitations.resend({ zoneId, invitationId: id }),
    done: [t`Invitation sent again`, t`The earlier link no longer works.`],
    failed: t`The invitation couldn’t be sent. Try again.`,
    invalidates: [orpc.invitations.list.key()],
  })
  const title = email ?? plural(maxUses, { one: 'Link for # person', other: 'Link for # people' })
  const canResend = email !== null && (state === 'open' || state === 'expired')
  return (
    <Panel component="li" p="sm">
      <Group justify="space-between" align="flex-start" gap="0 var(--mantine-spacing-sm)">
        <Text fw={600}>
          <bdi>{title}</bdi>
        </Text>
        <Text c={state === 'open' ? undefined : 'dimmed'} style={{ flexShrink: 0 }}>
          {stateTexts[state]}
        </Text>
      </Group>
      <Text c="dimmed">
        <Trans>
          {i18n._(roleLabel(role))} · by <bdi>{invitedBy}</bdi>
        </Trans>
        {state === 'open' && (
          <>
            {' · '}
            <Trans>
              until <Day at={invitation.expiresAt} />
            </Trans>
          </>
        )}
      </Text>
      {uses > 0 && (
        <Text>
          <Trans>
            Used by <bdi>{toNames(usedBy, uses)}</bdi>
          </Trans>
          {maxUses > 1 && ` (${uses}/${maxUses})`}
        </Text>
      )}
      {email !== null && invitation.mailedAt === null && state === 'open' && (
        <Text>{t`The email is waiting to be sent.`}</Text>
      )}
      {(canResend || state === 'open') && (
        <Group gap="xs" mt="xs">
          {canResend && (
            <Button
              variant="default"
              loading={resend.isPending}
              aria-label={t`Send again to ${title}`}
              onClick={() => resend.mutate()}
            >
              {t`Send again`}
            </Button>
          )}
          {state === 'open' && (
            <Button
              variant="subtle"
              color="red"
              px={canResend ? undefined : 0}
              aria-label={t`Revoke invitation: ${title}`}
              onClick={onRevoke}
            >
              {t`Revoke invitation`}
            </Button>
          )}
        </Group>
      )}
    </Panel>
  )
}

/** Returns the names of the people who used it, with the number of those who are not named. */
function toNames(names: readonly string[], uses: number): string {
  const rest = uses - names.length
  return formatList(rest > 0 ? [...names, plural(rest, { one: '# more', other: '# more' })] : names)
}
