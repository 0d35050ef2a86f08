import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import type { ZoneRequest, ZoneRequestDetail } from '@muster/contract/zone-requests.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import { isOpenRequest, type ZoneDecision } from '@muster/domain/zone-request.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { isNotFound } from '../../lib/error-text.ts'
import { formatCapacity } from '../../lib/format-count.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ZoneMap } from '../../map/public.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { RequestStatus } from './request-status.tsx'
import { ResubmitDialog } from './resubmit-dialog.tsx'
import { decisionNoteText } from './zone-request-words.ts'

type Props = {
  drawer: { opened: boolean; onClose: () => void; of: string | undefined }
  row: ZoneRequest | undefined
  editZone: EditZoneComponent
}

/** The dialog for editing the zone of a request, provided by the page. */
export type EditZoneComponent = ComponentType<{ zone: Zone; opened: boolean; onClose: () => void }>

/** One zone request: its status, notes and decision, the possible actions, and the zone on a map. */
export function ZoneRequestDrawer({ drawer, row, editZone }: Props) {
  const query = useQuery({
    ...orpc.zoneRequests.get.queryOptions({ input: { zoneRequestId: drawer.of ?? '' } }),
    enabled: drawer.opened,
  })
  const { data: request, error } = query
  return (
    <DetailDrawer {...drawer} title={request?.name ?? row?.name ?? t`Zone request`}>
      {request ? (
        <Details key={request.id} request={request} editZone={editZone} />
      ) : isNotFound(error) ? (
        <NotAllowed
          title={t`Zone request not found`}
          text={t`It doesn’t exist, or you don’t have access to it.`}
        />
      ) : (
        <Loaded query={query} failure={t`Failed to load the zone request`} skeleton={3} />
      )}
    </DetailDrawer>
  )
}

type DetailsProps = { request: ZoneRequestDetail; editZone: EditZoneComponent }

function Details({ request, editZone }: DetailsProps) {
  const { name, zone, status, note, decisionNote, requestedBy, organisation, createdAt, decidedAt } = request
  return (
    <Stack>
      <Facts>
        <Fact name={t`Status`}>
          <RequestStatus status={status} />
        </Fact>
        <Fact name={t`Requested by`}>
          <Name>{requestedBy?.name ?? t`Deleted account`}</Name> · <RelativeTime at={createdAt} />
        </Fact>
        {organisation && (
          <Fact name={t`Organisation`} dir="auto">
            {organisation}
          </Fact>
        )}
        {note && (
          <Fact name={t`Note`} style={{ whiteSpace: 'pre-line' }} dir="auto">
            {note}
          </Fact>
        )}
        {decidedAt && (
          <Fact name={t`Decided`}>
            <RelativeTime at={decidedAt} />
          </Fact>
        )}
        {decisionNote && (
          <Fact name={t`Answer`} style={{ whiteSpace: 'pre-line' }} dir="auto">
            {decisionNoteText(decisionNote)}
          </Fact>
        )}
        {zone && (
          <>
            <Fact name={t`Capacity`}>
              {zone.maxCapacity === null ? t`No limit` : formatCapacity(0, zone.maxCapacity)}
            </Fact>
            <Fact name={t`Description`} dir="auto">
              {zone.description ?? t`No description`}
            </Fact>
          </>
        )}
      </Facts>
      <ActionButtons request={request} editZone={editZone} />
      {zone && <ZoneMap label={t`Map of ${name}`} shape={zone.shape} />}
    </Stack>
  )
}

function ActionButtons({ request, editZone: EditZoneDialog }: DetailsProps) {
  const { profile } = useMe()
  const { id: zoneRequestId, zone, status, requestedBy, name } = request
  const dialogs = useDialogs<ZoneDecision | 'edit' | 'resubmit' | 'withdraw'>()
  const mayDecide = can(profile.role, 'approve_requests') && status === 'pending'
  const isOwn = requestedBy?.id === profile.id
  const isOpen = isOpenRequest(status)
  return (
    <>
      <Group gap="xs">
        {mayDecide && (
          <>
            <Button onClick={() => dialogs.open('approved')}>{t`Approve`}</Button>
            <Button variant="default" onClick={() => dialogs.open('returned')}>
              <Trans context="send a request back">Return</Trans>
            </Button>
            <Button variant="light" color="red" onClick={() => dialogs.open('refused')}>
              {t`Reject`}
            </Button>
          </>
        )}
        {isOwn && status === 'returned' && (
          <Button onClick={() => dialogs.open('resubmit')}>{t`Send for approval`}</Button>
        )}
        {isOwn && isOpen && (
          <>
            {zone && (
              <Button variant="default" onClick={() => dialogs.open('edit')}>
                {t`Edit Zone`}
              </Button>
            )}
            <Button variant="light" color="red" onClick={() => dialogs.open('withdraw')}>
              {t`Withdraw`}
            </Button>
          </>
        )}
        {status === 'approved' && zone && (
          <Button
            component={Link}
            to="/zones/$zoneId"
            params={{ zoneId: zone.id } as never}
            variant="default"
          >
            {t`Open zone`}
          </Button>
        )}
      </Group>
      {(['approved', 'returned', 'refused'] as const).map(decision => (
        <DecideDialog key={decision} request={request} decision={decision} {...dialogs.props(decision)} />
      ))}
      <ResubmitDialog request={request} {...dialogs.props('resubmit')} />
      {zone && <EditZoneDialog zone={zone} {...dialogs.props('edit')} />}
      <ConfirmDialog
        {...dialogs.props('withdraw')}
        title={t`Withdraw request`}
        confirmLabel={t`Withdraw`}
        workingLabel={t`Withdrawing…`}
        onConfirm={() => api.zoneRequests.withdraw({ zoneRequestId })}
        done={[t`Request withdrawn`, name]}
        invalidates={[orpc.zoneRequests.key()]}
        failure={t`The request couldn’t be withdrawn. Try again.`}
      >
        <p>
          <Trans>
            The pending zone <Name>{name}</Name> will be deleted. The request stays in your list.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}
