import { Button, Flex, Group, Stack, Text } from '@mantine/core'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { IconEdit, IconMail, IconMapPins, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { Email, PhoneOrNone, Quiet, SkillsAndContact, UserCode } from '../../ui/people/person-facts.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { Day } from '../../ui/time/day.tsx'
import { StatusActs } from '../security/public.ts'
import { accountName, mayDelete, mayEdit } from './account-words.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { EditAccountDialog } from './edit-account-dialog.tsx'
import { ResetTwoStepDialog } from './reset-two-step-dialog.tsx'
import { ZoneAssignmentsDialog } from './zone-assignments-dialog.tsx'

/** Everything about somebody's account, and what may be done with it. */
export function AccountDetails({ userId, onGone }: { userId: string; onGone: () => void }) {
  const detail = useQuery(orpc.accounts.detail.queryOptions({ input: { userId } }))
  if (detail.data) return <Details account={detail.data} onGone={onGone} />
  if (!detail.isError) return <ListSkeleton count={5} />
  return (
    <ErrorState
      title={hasCode(detail.error, 'USER_NOT_FOUND') ? 'User not found' : 'Failed to load user information'}
      onRetry={() => void detail.refetch()}
      retrying={detail.isFetching}
      staleSince={staleSince(detail)}
    />
  )
}

function Details({ account, onGone }: { account: AccountDetail; onGone: () => void }) {
  const { profile, userId } = useMe()
  const [dialog, setDialog] = useState<'edit' | 'zones' | 'delete' | 'two-step'>()
  const close = () => setDialog(undefined)
  const edits = mayEdit(profile.role, account)
  const isSelf = account.id === userId
  return (
    <Stack>
      <PersonChip
        name={accountName(account)}
        unnamed
        imageUrl={account.profileImageUrl}
        size={56}
        detail={
          <Flex component="span" wrap="wrap" align="center" gap={6}>
            <RoleBadge role={account.role} />
            <StatusBadge status={account.status} />
            {account.invited && <Tag>Invited</Tag>}
          </Flex>
        }
      />
      {(edits || isSelf) && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconEdit size="1.125rem" aria-hidden />}
            onClick={() => setDialog('edit')}
          >
            Edit
          </Button>
          {/* Internal admins need no zone; and super admins assign people where they look after the zone. */}
          {!isInternalAdmin(account.role) && profile.role !== 'super_admin' && (
            <Button
              variant="default"
              leftSection={<IconMapPins size="1.125rem" aria-hidden />}
              onClick={() => setDialog('zones')}
            >
              Zone assignments
            </Button>
          )}
          {account.invited && <InviteAgain account={account} />}
          {!isSelf && (
            <>
              <StatusActs userId={account.id} who={accountName(account)} status={account.status} />
              {(account.twoStep || account.passkeys > 0) && (
                <Button
                  variant="default"
                  leftSection={<IconShieldOff size="1.125rem" aria-hidden />}
                  onClick={() => setDialog('two-step')}
                >
                  Reset two-step sign-in
                </Button>
              )}
              {mayDelete(profile.role, account) && (
                <Button
                  variant="default"
                  c="var(--m-danger)"
                  leftSection={<IconTrash size="1.125rem" aria-hidden />}
                  onClick={() => setDialog('delete')}
                >
                  Delete
                </Button>
              )}
            </>
          )}
        </Group>
      )}
      <Facts>
        <Fact name="Email">
          <Email address={account.email} />
          {account.pendingEmail && (
            <Text size="xs" c="dimmed">
              <bdi>{account.pendingEmail}</bdi> waits to be confirmed
            </Text>
          )}
        </Fact>
        <Fact name="Phone">
          <PhoneOrNone number={account.phone} />
        </Fact>
        <Fact name="User code">
          <UserCode code={account.userCode} />
        </Fact>
        <Fact name="Created">
          <Day at={account.createdAt} />
        </Fact>
        <Fact name="Two-step sign-in">{account.twoStep ? 'On' : 'Off'}</Fact>
        <Fact name="Passkeys">{account.passkeys}</Fact>
        <SkillsAndContact of={account} />
        <Fact name="Zones">
          {account.zones.length > 0 ? (
            <Flex component="ul" direction="column" gap={4} mah="50vh" style={{ overflowY: 'auto' }}>
              {account.zones.map(zone => (
                <li key={zone.zoneId}>
                  <Name>{zone.name}</Name> <RoleBadge role={zone.role} />
                  {zone.invited && <Tag>Invited</Tag>}
                </li>
              ))}
              {account.zonesTotal !== undefined && (
                <Text component="li" size="xs" c="dimmed">
                  and {formatCount(account.zonesTotal - account.zones.length)} more
                  {profile.role !== 'super_admin' && ', under Zone assignments'}
                </Text>
              )}
            </Flex>
          ) : (
            <Quiet>None</Quiet>
          )}
        </Fact>
      </Facts>
      <EditAccountDialog account={account} opened={dialog === 'edit'} onClose={close} />
      <ZoneAssignmentsDialog account={account} opened={dialog === 'zones'} onClose={close} />
      <ResetTwoStepDialog account={account} opened={dialog === 'two-step'} onClose={close} />
      <DeleteAccountDialog
        account={account}
        opened={dialog === 'delete'}
        onClose={close}
        onDeleted={onGone}
      />
    </Stack>
  )
}

function InviteAgain({ account }: { account: AccountDetail }) {
  const invite = useAct({
    call: () => api.accounts.inviteAgain({ userId: account.id }),
    done: ['Invitation sent again', `${account.email} gets a new link by e-mail.`],
    failed: 'The invitation could not be sent. Please try again.',
  })
  return (
    <Button
      variant="default"
      leftSection={<IconMail size="1.125rem" aria-hidden />}
      disabled={invite.isPending}
      onClick={() => invite.mutate()}
    >
      Invite again
    </Button>
  )
}
