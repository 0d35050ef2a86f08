import { t } from '@lingui/core/macro'
import { Card, Group, Text } from '@mantine/core'
import type { ZoneRequest } from '@muster/contract/zone-requests.ts'
import { can } from '@muster/domain/permission.ts'
import { zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { IconMap2, IconMapPinQuestion, IconPlus } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { readDetails, readFilters, type SearchProps } from '../../lib/search-props.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import type { ZoneRequestsSearch } from './organisations-search.ts'
import { RequestStatus } from './request-status.tsx'
import { type EditZoneComponent, ZoneRequestDrawer } from './zone-request-drawer.tsx'
import { decisionNoteText, requestStyles } from './zone-request-words.ts'

export type RequestZoneComponent = ComponentType<{
  opened: boolean
  onClose: () => void
  onRequested: (zoneRequestId: string) => void
}>

type Props = SearchProps<ZoneRequestsSearch> & {
  editZone: EditZoneComponent
  requestZone: RequestZoneComponent
}

/** Lists the zone requests: all of them for approvers, their own for everybody else. */
export function ZoneRequestsPage({ editZone, requestZone: RequestZoneDialog, ...address }: Props) {
  const { search } = address
  const { profile } = useMe()
  const canDecide = can(profile.role, 'approve_requests')
  const canSubmit = can(profile.role, 'submit_zone_requests')
  const mayView = canDecide || canSubmit
  const requesting = useDialog()
  const list = usePages(orpc.zoneRequests.list, { status: search.status }, { enabled: mayView })
  const details = readDetails(address, 'request')
  const filters = readFilters(address, 'status')
  const isEmpty = list.rows?.length === 0 && !filters.isSet
  const requestButton = canSubmit && (
    <Button icon={IconPlus} onClick={requesting.open}>
      {t`Request zone`}
    </Button>
  )
  if (!mayView)
    return (
      <Page title={t`Zone requests`}>
        <NotAllowed />
      </Page>
    )
  return (
    <Page
      title={t`Zone requests`}
      // An empty list has its own button, so the header has none.
      action={!isEmpty && requestButton}
      secondary={
        <PageLink to={paths.zones} icon={IconMap2}>
          {t`Zones`}
        </PageLink>
      }
      toolbar={
        !isEmpty && (
          <FilterSelect
            {...address}
            field="status"
            label={t`Status`}
            all={t`All statuses`}
            choices={zoneRequestStatuses.map(value => ({ value, label: requestStyles[value].label }))}
            w={220}
          />
        )
      }
    >
      <List
        list={list}
        failure={t`Failed to load zone requests`}
        skeleton={<CardGridSkeleton />}
        empty={
          <EmptyState
            icon={IconMapPinQuestion}
            title={t`No zone requests`}
            text={
              canDecide
                ? t`New zones that need your approval appear here.`
                : t`Zones you request appear here. An administrator decides on each one.`
            }
          >
            {requestButton}
          </EmptyState>
        }
        filters={filters}
        emptyTexts={[t`No zone requests match`, t`Try another status.`]}
        getKey={({ id }) => id}
        estimate={170}
        minColumn={300}
        label={t`Zone requests`}
      >
        {request => <RequestCard request={request} showWho={canDecide} {...details.row(request.id)} />}
      </List>
      <ZoneRequestDrawer
        editZone={editZone}
        drawer={details.drawer}
        row={list.rows?.find(({ id }) => id === details.openId)}
      />
      {canSubmit && <RequestZoneDialog {...requesting.props} onRequested={id => details.row(id).onOpen()} />}
    </Page>
  )
}

type CardProps = { request: ZoneRequest; showWho: boolean; isOpen: boolean; onOpen: () => void }

function RequestCard({ request, showWho, isOpen, onOpen }: CardProps) {
  const { name, status, requestedBy, organisation, note, decisionNote, createdAt } = request
  const opensDetails = useOpensDetails(isOpen)
  const hasChanged = useChanged(status)
  return (
    <Card component="article" h="100%" className={tint.tint} data-changed={hasChanged || undefined}>
      <Group justify="space-between" gap="4px 8px">
        <h2 dir="auto">{name}</h2>
        <RequestStatus status={status} />
      </Group>
      <Text c="dimmed">
        {showWho && (
          <>
            <Name>{requestedBy?.name ?? t`Deleted account`}</Name> ·{' '}
          </>
        )}
        {organisation && (
          <>
            <Name>{organisation}</Name> ·{' '}
          </>
        )}
        <RelativeTime at={createdAt} />
      </Text>
      {(decisionNote || note) && (
        <p style={{ whiteSpace: 'pre-line' }} dir="auto">
          {decisionNoteText(decisionNote) || note}
        </p>
      )}
      <Button
        variant="default"
        mt="auto"
        style={{ alignSelf: 'flex-start' }}
        onClick={onOpen}
        aria-label={t`View Details of ${name}`}
        {...opensDetails}
      >
        {t`View Details`}
      </Button>
    </Card>
  )
}
