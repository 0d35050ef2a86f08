import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { readDetails, readFilters } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { CreateGroupDialog } from './create-group-dialog.tsx'
import { GroupCard } from './group-card.tsx'
import { GroupDialog } from './group-dialog.tsx'
import type { GroupsProps } from './groups-search.ts'
import { GroupsTabs } from './groups-tabs.tsx'
import { useGroups } from './use-groups.ts'

/**
 * A page with the user's groups, or all groups, in the selected zone. Internal admins without a selection see the groups of all
 * zones.
 */
export function MyGroupsPage(address: GroupsProps) {
  const { search, onSearch } = address
  const { zone, may, isZoneBound, select, unselect } = useSelectedZone()
  const seesAll = may('view_zone_users')
  const isAll = search.all === true && seesAll
  const { list, count } = useGroups({ mine: !isAll, search: search.q })
  const title = isAll ? t`All groups` : t`My Groups`
  const details = readDetails(address, 'group')
  if (!may('view_groups'))
    return (
      <Page title={title}>
        <NotAllowed />
      </Page>
    )
  if (!zone && isZoneBound)
    return (
      <Page title={title}>
        <PickZone of="groups" />
      </Page>
    )
  const mayManage = may('manage_groups')
  const filters = readFilters(address, 'q')
  const isEmpty = list.rows?.length === 0 && !filters.isSet
  const createButton = mayManage && (
    <Button leftSection={<IconPlus size="1.125rem" aria-hidden />} onClick={() => onSearch({ create: true })}>
      <Trans>Create Group</Trans>
    </Button>
  )
  // Internal admins are not members of the groups they create, so switch to all groups to show the new one.
  const showCreated = () => {
    if (!isZoneBound) onSearch({ create: undefined, all: true }, { replace: true })
  }
  const close = (key: 'chat' | 'create') => () => onSearch({ [key]: undefined }, { replace: true })
  return (
    <Page
      title={title}
      count={count}
      countLabel={t`${plural({ count: count ?? 0 }, { one: 'group', other: 'groups' })}`}
      subtitle={zone ? zone.name : t`All zones`}
      action={!isEmpty && createButton}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />}
          <GroupsTabs at={isAll ? 'all' : 'mine'} />
        </>
      }
      toolbar={<ListSearch label={t`Search groups`} {...address} />}
    >
      <List
        list={list}
        failure={t`Failed to load groups`}
        skeleton={<CardGridSkeleton />}
        empty={
          <EmptyState
            icon={IconMessages}
            title={isAll || !seesAll ? t`No groups yet` : t`You’re not in any groups yet`}
            text={
              mayManage
                ? t`A group is a conversation between members of the zone, with shared files.`
                : t`A zone manager can add you to a group.`
            }
          >
            {createButton}
          </EmptyState>
        }
        filters={filters}
        emptyTexts={[t`No groups match`, t`Try different words from the name or description.`]}
        getKey={({ id }) => id}
        estimate={190}
        minColumn={300}
        label={t`Groups`}
      >
        {group => (
          <GroupCard group={group} {...details.row(group.id)} onChat={() => onSearch({ chat: group.id })} />
        )}
      </List>
      <GroupDialog
        groupId={details.drawer.of}
        opened={details.drawer.opened}
        keptInAddress
        onClose={details.drawer.onClose}
        onChat={id => onSearch({ chat: id, group: undefined })}
      />
      <ChatDialog groupId={search.chat} onClose={close('chat')} />
      <CreateGroupDialog
        opened={search.create === true && mayManage}
        onClose={close('create')}
        onCreated={showCreated}
      />
    </Page>
  )
}
