import { t } from '@lingui/core/macro'
import { Button, Checkbox, Stack } from '@mantine/core'
import type { ZoneInvitation } from '@muster/contract/invitations.ts'
import { IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { ignoreMissing } from '../../../lib/error-text.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { InvitationRow } from './invitation-row.tsx'

export function InvitationList({ zoneId }: { zoneId: string }) {
  const [showsEnded, setShowsEnded] = useState(false)
  const [revoked, setRevoked] = useState<ZoneInvitation>()
  const list = usePages(orpc.invitations.list, {
    zoneId,
    limit: 20,
    ...(!showsEnded && { open: true as const }),
  })
  const { rows, query } = list
  return (
    <Stack>
      <Checkbox
        label={t`Also show used, expired and revoked ones`}
        checked={showsEnded}
        onChange={event => setShowsEnded(event.currentTarget.checked)}
      />
      <Loaded list={list} failure={t`Failed to load invitations`} skeleton={8} />
      {rows?.length === 0 && (
        <EmptyState
          icon={IconMailOff}
          title={showsEnded ? t`No invitations` : t`No open invitations`}
          text={t`Links and emails you make appear here until 30 days after they end.`}
        />
      )}
      {rows && rows.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Invitations`}>
          {rows.map(invitation => (
            <InvitationRow
              key={invitation.id}
              zoneId={zoneId}
              invitation={invitation}
              onRevoke={() => setRevoked(invitation)}
            />
          ))}
        </Stack>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t`Load more`}
        </Button>
      )}
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t`Revoke invitation`}
        confirmLabel={t`Revoke invitation`}
        workingLabel={t`Revoking…`}
        failure={t`The invitation couldn’t be revoked. Try again.`}
        onConfirm={() => ignoreMissing(api.invitations.revoke({ zoneId, invitationId: revoked?.id ?? '' }))}
        invalidates={[orpc.invitations.list.key()]}
      >
        {t`The link stops working. People who already used it stay members.`}
      </ConfirmDialog>
    </Stack>
  )
}
