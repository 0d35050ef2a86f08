import { t } from '@lingui/core/macro'
import { zoneTopic } from '@muster/contract/topic.ts'
import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { readDetails, readFilters } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { useZoneRights } from '../presence/public.ts'
import { MemberDrawer } from '../users/public.ts'
import { BroadcastCard } from './broadcast-card.tsx'
import { BroadcastDrawer } from './broadcast-drawer.tsx'
import { priorityLabels } from './broadcast-words.ts'
import type { BroadcastsProps } from './broadcasts-search.ts'
import { SendBroadcastDialog } from './send-broadcast-dialog.tsx'
import { useMarkPersonSeen } from './use-mark-seen.ts'

/** Minimum interval in milliseconds between refetches of the list, because every answer to a broadcast invalidates it. */
const refetchIntervalMs = 5_000

const frameProps = { title: t`Broadcasts`, subtitle: t`Send and manage zone communications` }

/** Broadcasts to the selected zone and to all zones. Internal admins see the broadcasts to any zone until they select one. */
export function BroadcastsPage(address: BroadcastsProps) {
  const { search, onSearch } = address
  const { zone, may, isZoneBound, select, unselect } = useSelectedZone()
  useFeedTopic(zone && zoneTopic(zone.id))
  const details = readDetails(
    {
      search,
      // Another broadcast starts with unfiltered recipients.
      onSearch: (changes, options) => onSearch({ ...changes, who: undefined, name: undefined }, options),
    },
    'broadcast',
  )
  // A person is only visible within a zone. Without a zone, the broadcast is shown instead.
  const isPersonOpen = search.person !== undefined && search.in !== undefined
  const [recipient, setRecipient] = useState<Recipient>()
  const returningFrom = useRef<string>(undefined)
  const { q, priority, group } = search
  const list = usePages(
    orpc.broadcasts.list,
    {
      ...(zone && { zoneId: zone.id }),
      ...(q && { search: q }),
      ...(priority && { priority }),
      ...(group && { group }),
    },
    { meta: { refetchIntervalMs } },
  )
  const maySend = may('broadcast')
  const filters = readFilters(address, 'q', 'group', 'priority')
  const isEmpty = list.rows?.length === 0 && !filters.isSet
  const renderSendButton = (label: string) => (
    <Button icon={IconSpeakerphone} onClick={() => onSearch({ send: true })}>
      {label}
    </Button>
  )
  return (
    <Page
      {...frameProps}
      action={maySend && !isEmpty && renderSendButton(t`Send New Broadcast`)}
      secondary={
        !isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />
      }
      toolbar={<Filters zoneId={zone?.id} byGroup={may('view_groups')} {...address} />}
    >
      <List
        list={list}
        failure={t`Failed to load broadcasts data`}
        skeleton={<CardGridSkeleton />}
        empty={
          <EmptyState
            icon={IconSpeakerphone}
            title={t`No broadcasts found`}
            text={t`Messages to everyone in the zone appear here.`}
          >
            {maySend && renderSendButton(t`Send First Broadcast`)}
          </EmptyState>
        }
        filters={filters}
        emptyTexts={[t`No broadcasts match`, t`Try different words, another group or another priority.`]}
        getKey={({ id }) => id}
        estimate={240}
        minColumn={300}
        label={t`Broadcasts`}
      >
        {broadcast => <BroadcastCard broadcast={broadcast} {...details.row(broadcast.id)} />}
      </List>
      <BroadcastDrawer
        drawer={{ ...details.drawer, opened: details.drawer.opened && !isPersonOpen }}
        row={list.rows?.find(({ id }) => id === details.openId)}
        recipients={{
          search,
          onSearch,
          returningFrom,
          onPerson: (person, { id, name }) => {
            setRecipient({ userId: person, zoneName: name })
            returningFrom.current = person
            onSearch({ person, in: id })
          },
        }}
      />
      <RecipientDrawer recipient={recipient} {...address} />
      <SendBroadcastDialog
        opened={search.send === true && maySend}
        callsInside={search.call === true}
        onClose={() => onSearch({ send: undefined, call: undefined }, { replace: true })}
      />
    </Page>
  )
}

/** The recipient opened from the list, and the name of the zone in which they are viewed. */
type Recipient = { userId: string; zoneName: string }

function RecipientDrawer({
  search,
  onSearch,
  recipient,
}: BroadcastsProps & { recipient: Recipient | undefined }) {
  const { history } = useRouter()
  const { find } = useSelectedZone()
  const rightsIn = useZoneRights()
  const { person, in: zoneId } = search
  useMarkPersonSeen(search.broadcast, person)
  if (zoneId === undefined) return null
  const isFromList = recipient !== undefined && recipient.userId === person
  return (
    <MemberDrawer
      zone={{ id: zoneId, name: (isFromList ? recipient.zoneName : find(zoneId)?.name) ?? t`this zone` }}
      userId={person}
      own={rightsIn(zoneId).rights}
      onClose={() =>
        // The broadcast is the previous history entry; pushing it again would make Back do nothing.
        isFromList ? history.back() : onSearch({ person: undefined, in: undefined }, { replace: true })
      }
    />
  )
}

type FiltersProps = BroadcastsProps & { zoneId: string | undefined; byGroup: boolean }

function Filters({ zoneId, byGroup, ...address }: FiltersProps) {
  const groups = useQuery({
    ...orpc.broadcasts.groups.queryOptions({ input: zoneId ? { zoneId } : {} }),
    enabled: byGroup,
  })
  return (
    <>
      <ListSearch label={t`Search broadcasts`} {...address} />
      {byGroup && (
        <FilterSelect
          {...address}
          field="group"
          label={t`Group`}
          all={t`All groups`}
          choices={[
            { value: 'none', label: t`No group (all users)` },
            ...(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          w={160}
        />
      )}
      <FilterSelect
        {...address}
        field="priority"
        label={t`Priority`}
        all={t`All priorities`}
        choices={broadcastPriorities.map(value => ({ value, label: priorityLabels[value] }))}
        w={160}
      />
    </>
  )
}
