import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, SegmentedControl } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { TeamMember } from '@muster/contract/users.ts'
import { teamSorts } from '@muster/domain/people-order.ts'
import { needsPin, zoneRoles } from '@muster/domain/role.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { readDetails, readFilters, type SearchProps } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { offerAll } from '../../ui/layout/selection-bar.tsx'
import { PeopleList } from '../../ui/people/people-list.tsx'
import { type OrderParam, toOrder } from '../../ui/people/people-order.ts'
import { usePeopleSelection } from '../../ui/people/use-people-selection.ts'
import { type AccountsSearch, PeopleToolbar } from '../accounts/public.ts'
import { MemberDrawer } from './member-drawer.tsx'
import { listTeamColumns, teamColumns } from './team-columns.tsx'
import { ZonePeopleBar } from './zone-people-bar.tsx'
import { UsersNotVisible } from './zone-people-list.tsx'
import type { NamedPerson } from './zone-user-words.ts'

type Props = SearchProps<AccountsSearch>

const title = t`Users Management`
const toKey = (person: TeamMember) => person.userId

/** Returns the person as a member of the only zone listed; nobody if they have left it. */
function toNamedPerson({
  userId,
  firstName,
  lastName,
  userCode,
  account,
  zones: [zone],
}: TeamMember): NamedPerson[] {
  if (!zone || userCode === null) return []
  const { role: zoneRole, invited } = zone
  const facts = { userId, firstName, lastName, userCode, zoneRole }
  return [
    invited || !account ? { ...facts, invited: true } : { ...facts, invited: false, email: account.email },
  ]
}

function toTeamOrder(param: OrderParam) {
  const { sort, direction } = toOrder(param)
  return sort === 'groups' ? undefined : { sort, direction }
}

/** Minimum interval in milliseconds between refetches of the list after events in its zone. */
const refetchIntervalMs = 10_000
/** Polling interval of the presence on the cards, in milliseconds, because viewers here may not receive the zone's events. */
const presenceRefetchIntervalMs = 60_000

/** Internal admins manage accounts on a different page. */
export function TeamPage(address: Props) {
  const { search, onSearch } = address
  const { zone, total, may, rights } = useSelectedZone()
  const isAllowed = may('view_users')
  const canOpenAppUsers = may('view_zone_users')
  const filterZone = search.zones === 'all' ? undefined : zone
  const shown = { inAllZones: !filterZone, withContact: !filterZone || canOpenAppUsers }
  const details = readDetails(address, 'user')
  const selection = usePeopleSelection([filterZone?.id, search.q, search.role].join(' '))
  const filters = readFilters(address, 'q', 'role')
  const text = useDebouncedText(search.q?.trim())
  const order = search.sort && toTeamOrder(search.sort)
  const role = zoneRoles.find(zoneRole => zoneRole === search.role)
  useFeedTopic(filterZone && canOpenAppUsers ? zoneTopic(filterZone.id) : undefined)
  const zoneInput = { ofZone: filterZone?.id }
  const list = usePages(
    orpc.users.inMyZones,
    { search: text, role, ...zoneInput, ...order },
    { hasLargePages: true, enabled: isAllowed, meta: { refetchIntervalMs } },
  )
  const countQuery = useQuery({
    ...orpc.users.countInMyZones.queryOptions({ input: { ...zoneInput, search: text, role } }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  })
  useRefetchInterval(list.query.refetch, { everyMs: presenceRefetchIntervalMs, enabled: isAllowed })
  const totalCount = countQuery.data?.all
  const people = totalCount ?? 0
  const zoneName = filterZone?.name
  if (!isAllowed) {
    return (
      <Page title={title}>
        <UsersNotVisible />
      </Page>
    )
  }
  return (
    <Page
      title={title}
      count={totalCount}
      countLabel={plural(people, { one: 'user', other: 'users' })}
      subtitle={zoneName ?? t`All my zones`}
      action={
        canOpenAppUsers && (
          <Button icon={IconUserPlus} disabled>
            {t`Add User`}
          </Button>
        )
      }
      secondary={
        zone &&
        total > 1 && (
          <SegmentedControl
            aria-label={t`Zones shown`}
            data={[
              { value: 'selected', label: t`Selected zone` },
              { value: 'all', label: t`All my zones` },
            ]}
            value={filterZone ? 'selected' : 'all'}
            onChange={value =>
              onSearch({ zones: value === 'all' ? 'all' : undefined, user: undefined }, { replace: true })
            }
          />
        )
      }
      toolbar={<PeopleToolbar {...address} label={canOpenAppUsers ? undefined : t`Search by name`} />}
    >
      <p style={{ margin: 0 }}>
        {t`Administrators create and edit users.`}{' '}
        {canOpenAppUsers && (
          <Trans>
            Add people who already have an account under{' '}
            <Anchor component={Link} to={paths.appUsers} underline="always">
              App Users
            </Anchor>
            .
          </Trans>
        )}
      </p>
      <PeopleList
        {...address}
        list={list}
        failure={t`Failed to load users`}
        emptyText={
          filterZone
            ? t`No users assigned to this zone yet.`
            : zone
              ? t`No users assigned to your zones yet.`
              : needsPin(rights.role)
                ? t`Enter a zone with your PIN to see its users.`
                : t`Select a zone to see its users.`
        }
        filters={filters}
        total={totalCount}
        getKey={toKey}
        tableColumns={listTeamColumns(shown)}
        sorts={teamSorts}
        label={zoneName ? t`Users in ${zoneName}` : t`Users in all my zones`}
        columns={person => teamColumns(person, shown)}
        opens={filterZone !== undefined && canOpenAppUsers}
        selection={filterZone && canOpenAppUsers ? selection : undefined}
      />
      {filterZone && canOpenAppUsers && (
        <ZonePeopleBar
          zone={filterZone}
          people={list.rows?.flatMap(toNamedPerson)}
          isComplete={list.complete}
          total={totalCount}
          all={offerAll(list, selection, { getKey: toKey, total: totalCount })}
          selection={selection}
        />
      )}
      {filterZone && canOpenAppUsers && (
        <MemberDrawer
          zone={filterZone}
          userId={details.openId}
          own={rights}
          mayUnlink={false}
          onClose={details.drawer.onClose}
        />
      )}
    </Page>
  )
}
