import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { TeamMember } from '@muster/contract/users.ts'
import { needsPin, zoneRoles } from '@muster/domain/role.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { detailsIn, filtersIn, type InAddress } from '../../lib/in-address.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PeopleList } from '../../ui/people/people-list.tsx'
import { type AccountsSearch, PeopleToolbar } from '../accounts/public.ts'
import { MemberDrawer } from './member-drawer.tsx'
import { teamColumns } from './team-columns.tsx'
import { NoViewOfUsers } from './zone-people-list.tsx'

type Props = InAddress<AccountsSearch>

const title = t`Users Management`
const toKey = (person: TeamMember) => person.userId

/** Minimum interval in milliseconds between refetches of the list after events in its zone. */
const refetchIntervalMs = 10_000
/** Polling interval of the presence on the cards, in milliseconds, because viewers here may not receive the zone's events. */
const presenceAgainMs = 60_000

/**
 * The Users Management page for people who work in zones: the members of the selected zone, or of all their zones. Internal admins
 * manage the accounts themselves on another page.
 */
export function TeamPage(address: Props) {
  const { search, onSearch } = address
  const { zone, total, may, rights } = useSelectedZone()
  const allowed = may('view_users')
  const canOpenAppUsers = may('view_zone_users')
  const ofZone = search.zones === 'all' ? undefined : zone
  const details = detailsIn(address, 'user')
  const filters = filtersIn(address, 'q', 'role')
  const text = useSettled(search.q?.trim())
  const role = zoneRoles.find(one => one === search.role)
  useFeedTopic(ofZone && canOpenAppUsers ? zoneTopic(ofZone.id) : undefined)
  const where = { ofZone: ofZone?.id }
  const list = usePages({
    ...orpc.users.inMyZones.infiniteOptions({
      input: (cursor: string | undefined) => ({ search: text, role, ...where, cursor }),
      ...byCursor,
    }),
    enabled: allowed,
    meta: { refetchIntervalMs },
  })
  const count = useQuery({ ...orpc.users.countInMyZones.queryOptions({ input: where }), enabled: allowed })
  useRefetchInterval(list.query.refetch, { everyMs: presenceAgainMs, enabled: allowed })
  const all = count.data?.all
  const people = all ?? 0
  const zoneName = ofZone?.name
  if (!allowed) {
    return (
      <Page title={title}>
        <NoViewOfUsers />
      </Page>
    )
  }
  return (
    <Page
      title={title}
      count={all}
      countLabel={plural(people, { one: 'user', other: 'users' })}
      subtitle={zoneName ?? t`All my zones`}
      action={
        canOpenAppUsers && (
          <Button leftSection={<IconUserPlus size="1.125rem" aria-hidden />} disabled>
            <Trans>Add User</Trans>
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
            value={ofZone ? 'selected' : 'all'}
            onChange={value =>
              onSearch({ zones: value === 'all' ? 'all' : undefined, user: undefined }, { replace: true })
            }
          />
        )
      }
      toolbar={<PeopleToolbar {...address} label={canOpenAppUsers ? undefined : t`Search by name`} />}
    >
      <p style={{ margin: 0 }}>
        <Trans>Administrators create and edit users.</Trans>{' '}
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
          ofZone
            ? t`No users assigned to this zone yet.`
            : zone
              ? t`No users assigned to your zones yet.`
              : needsPin(rights.role)
                ? t`Enter a zone with your PIN to see its users.`
                : t`Select a zone to see its users.`
        }
        filters={filters}
        total={filters.isSet ? undefined : all}
        getKey={toKey}
        estimate={164}
        label={zoneName ? t`Users in ${zoneName}` : t`Users in all my zones`}
        columns={person => teamColumns(person, { inAllZones: !ofZone })}
        opens={ofZone !== undefined && canOpenAppUsers}
      />
      {ofZone && canOpenAppUsers && (
        <MemberDrawer
          zone={ofZone}
          userId={details.openId}
          own={rights}
          mayUnlink={false}
          onClose={details.drawer.onClose}
        />
      )}
    </Page>
  )
}
