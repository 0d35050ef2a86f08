import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Group, Stack } from '@mantine/core'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { IconEdit, IconMail, IconMapPins, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { StatusActs } from '../security/public.ts'
import { AccountFacts } from './account-facts.tsx'
import { accountName, mayDelete, mayEdit } from './account-words.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { EditAccountDialog } from './edit-account-dialog.tsx'
import { ZoneAssignmentsDialog } from './zone-assignments-dialog.tsx'

type Props = { account: AccountDetail; opened: boolean; onClose: () => void }

/** Removes the two-step setup, passkeys and sessions of a person who has lost their phone and recovery codes. */
function ResetTwoStepDialog({ account, opened, onClose }: Props) {
  const name = accountName(account)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Reset two-step sign-in for ${name}?`}
      confirmLabel={t`Reset two-step sign-in`}
      workingLabel={t`Resetting…`}
      removes={[t`Their authenticator app setup, recovery codes and passkeys`, t`All their sessions`]}
      onConfirm={() => api.security.resetTwoStep({ userId: account.id })}
      done={[
        t`Two-step sign-in reset`,
        t`${name} now signs in with just their password. We sent them an email.`,
      ]}
      invalidates={[orpc.accounts.key()]}
      failure={t`Two-step sign-in couldn’t be reset. Try again.`}
    >
      <Trans>
        Make sure the request really came from {name}. After the reset, anyone who knows the password can sign
        in. The reset is recorded in the security log.
      </Trans>
    </ConfirmDialog>
  )
}

/** The details of an account and the actions on it. */
export function AccountDetails({ userId, onMissing }: { userId: string; onMissing: () => void }) {
  const detail = useQuery(orpc.accounts.detail.queryOptions({ input: { userId } }))
  if (detail.data) return <Details account={detail.data} onMissing={onMissing} />
  const isMissing = hasCode(detail.error, 'USER_NOT_FOUND')
  return (
    <Loaded
      query={detail}
      failure={isMissing ? t`User not found` : t`Failed to load user information`}
      skeleton={5}
    />
  )
}

function Details({ account, onMissing }: { account: AccountDetail; onMissing: () => void }) {
  const { profile, userId } = useMe()
  const dialogs = useDialogs<'edit' | 'zones' | 'delete' | 'two-step'>()
  const canEdit = mayEdit(profile.role, account)
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
            {account.invited && <Tag>{t`Invited`}</Tag>}
          </Flex>
        }
      />
      {(canEdit || isSelf) && (
        <Group gap="xs">
          <Button variant="default" icon={IconEdit} onClick={() => dialogs.open('edit')}>
            {t`Edit`}
          </Button>
          {/* Internal admins need no zone, and super admins assign people from the zone itself. */}
          {!isInternalAdmin(account.role) && profile.role !== 'super_admin' && (
            <Button variant="default" icon={IconMapPins} onClick={() => dialogs.open('zones')}>
              {t`Zone assignments`}
            </Button>
          )}
          {account.invited && <InviteAgainButton account={account} />}
          {!isSelf && (
            <>
              <StatusActs userId={account.id} who={accountName(account)} status={account.status} />
              {(account.twoStep || account.passkeys > 0) && (
                <Button variant="default" icon={IconShieldOff} onClick={() => dialogs.open('two-step')}>
                  {t`Reset two-step sign-in`}
                </Button>
              )}
              {mayDelete(profile.role, account) && (
                <Button
                  variant="default"
                  c="var(--m-danger)"
                  icon={IconTrash}
                  onClick={() => dialogs.open('delete')}
                >
                  {t`Delete`}
                </Button>
              )}
            </>
          )}
        </Group>
      )}
      <AccountFacts account={account} />
      <EditAccountDialog account={account} {...dialogs.props('edit')} />
      <ZoneAssignmentsDialog account={account} {...dialogs.props('zones')} />
      <ResetTwoStepDialog account={account} {...dialogs.props('two-step')} />
      <DeleteAccountDialog account={account} {...dialogs.props('delete')} onDeleted={onMissing} />
    </Stack>
  )
}

function InviteAgainButton({ account }: { account: AccountDetail }) {
  const { email } = account
  const invite = useAct({
    call: () => api.accounts.inviteAgain({ userId: account.id }),
    done: [t`Invitation sent again`, t`We sent a new link to ${email}.`],
    failed: t`The invitation couldn’t be sent. Try again.`,
  })
  return (
    <Button variant="default" icon={IconMail} disabled={invite.isPending} onClick={() => invite.mutate()}>
      {t`Invite again`}
    </Button>
  )
}
