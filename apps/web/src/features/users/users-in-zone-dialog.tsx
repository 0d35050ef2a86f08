import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Group, Stack, Text } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { mayInZone, type PermissionChanges } from '@muster/domain/zone-permission.ts'
import { IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { hasCode } from '../../lib/error-text.ts'
import { formatDate } from '../../lib/format-day.ts'
import { rightsInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { useDialog, useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { LiveScope } from '../../ui/live/live-scope.tsx'
import { Name } from '../../ui/people/name.tsx'
import { type OrderParam, toOrder } from '../../ui/people/people-order.ts'
import { PeopleListHead } from '../../ui/people/people-table.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import { InvitedBadge } from './invited-badge.tsx'
import { RemoveUserDialog } from './unlink-user.tsx'
import { useZonePeople } from './use-zone-people.ts'
import { changesText, useZonePermissions } from './use-zone-permissions.ts'
import { UserDetailsDialog } from './user-details-dialog.tsx'
import classes from './users-in-zone-dialog.module.css'
import { UsersNotVisible } from './zone-people-list.tsx'
import { formatName } from './zone-user-words.ts'

type Props = { zone: { id: string; name: string } }

export const UsersInZoneDialog = inDialog(UsersInZone, {
  title: ({ zone: { name: zoneName } }) => t`Users in ${zoneName}`,
  width: 640,
})

function UsersInZone({ zone }: Props) {
  const { profile } = useMe()
  const { find } = useSelectedZone()
  const rights = rightsInZone(profile.role, find(zone.id))
  const [sort, setSort] = useState<OrderParam>()
  const { people: list } = useZonePeople(zone.id, { list: 'people', sort })
  const { query, failed, rows: people } = list
  const { of: getChanges } = useZonePermissions(zone.id, {
    enabled: mayInZone(rights, 'grant_zone_permissions'),
  })
  const adding = useDialog()
  const dialogs = useDialogs<'details' | 'remove', ZonePerson>()
  const dialogPerson = dialogs.about
  const mayRemove = ({ userId }: ZonePerson) => mayInZone(rights, 'unlink_users') && userId !== profile.id
  return (
    <Stack>
      <Group gap="xs">
        {mayInZone(rights, 'link_users') && (
          <Button icon={IconUserPlus} onClick={adding.open}>
            {t`Add User`}
          </Button>
        )}
        <Button
          variant="default"
          icon={IconRefresh}
          loading={query.isFetching && !query.isPending}
          onClick={() => void query.refetch()}
        >
          {t`Refresh`}
        </Button>
      </Group>
      <Loaded
        list={list}
        failure={t`Failed to load zone users`}
        skeleton={3}
        refused={error => hasCode(error, 'VIEW_USERS_FORBIDDEN', 'FORBIDDEN') && <UsersNotVisible />}
      />
      <LiveScope>
        <AgeGrey stale={failed}>
          {people?.length === 0 && (
            <EmptyState
              icon={IconUserPlus}
              title={t`No users found`}
              text={t`No users assigned to this zone yet.`}
            />
          )}
          {people && people.length > 1 && (
            <PeopleListHead sorts={zonePeopleSorts} ordering={{ order: toOrder(sort), onOrder: setSort }} />
          )}
          {people && people.length > 0 && (
            <Rows>
              {people.map(person => {
                const name = formatName(person)
                return (
                  <li key={person.userId}>
                    <button
                      type="button"
                      className={classes.open}
                      aria-haspopup="dialog"
                      onClick={() => dialogs.open('details', person)}
                    >
                      <PersonAvatar name={name} imageUrl={person.invited ? null : person.profileImageUrl} />
                      <Flex component="span" direction="column" miw={0}>
                        <Name className={classes.name}>{name}</Name>
                        <Text span size="xs" c="dimmed">
                          {!person.invited && `${person.email} · `}
                          {person.userCode} · <AddedOn at={person.assignedAt} />
                        </Text>
                      </Flex>
                      <Flex component="span" wrap="wrap" align="center" gap={4}>
                        {person.invited ? <InvitedBadge /> : <RoleBadge role={person.zoneRole} />}
                        <ChangedMark changes={getChanges(person.userId)} />
                      </Flex>
                    </button>
                    {mayRemove(person) && (
                      <Button
                        variant="subtle"
                        aria-label={t`Remove ${name}`}
                        onClick={() => dialogs.open('remove', person)}
                      >
                        {t`Remove`}
                      </Button>
                    )}
                  </li>
                )
              })}
            </Rows>
          )}
        </AgeGrey>
      </LiveScope>
      {people && (
        <LoadMore
          list={list}
          describeCount={count => plural(count, { one: '# more user', other: '# more users' })}
        />
      )}
      <AddUserDialog zone={zone} {...adding.props} successTitle={t`User added to zone successfully!`} />
      {dialogPerson && (
        <>
          <UserDetailsDialog
            zone={zone}
            user={dialogPerson}
            own={rights}
            mayRemove={mayRemove(dialogPerson)}
            onRemove={() => dialogs.open('remove')}
            {...dialogs.props('details')}
          />
          <RemoveUserDialog
            zone={zone}
            user={dialogPerson}
            {...dialogs.props('remove')}
            onUnlinked={dialogs.close}
          />
        </>
      )}
    </Stack>
  )
}

function AddedOn({ at }: { at: string }) {
  const date = formatDate(new Date(at))
  return <Trans>added {date}</Trans>
}

function ChangedMark({ changes }: { changes: PermissionChanges }) {
  const text = changesText(changes)
  return text ? <Tag tone="info">{text}</Tag> : null
}
