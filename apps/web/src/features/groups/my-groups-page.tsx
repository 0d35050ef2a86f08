import { plural, t } from '@lingui/core/macro'
import type { Group } from '@muster/contract/groups.ts'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { type LinkProps, Navigate } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { readDetails, readFilters } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { Button } from '../../ui/button.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { CreateGroupDialog } from './create-group-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupList } from './group-list.tsx'
import { GroupRow } from './group-row.tsx'
import classes from './groups.module.css'
import type { GroupsProps } from './groups-search.ts'
import { useGroups } from './use-groups.ts'

const tabs = [
  { label: t`My Groups`, to: paths.myGroups, search: { all: undefined } },
  { label: t`All groups`, to: paths.myGroups, search: { all: true } },
]

/** From 1024 px, the open one is beside the list. Internal admins without a selection see the groups of all zones. */
export function MyGroupsPage(address: GroupsProps) {
  const { zone, may, isZoneBound } = useSelectedZone()
  const isWide = useIsWideScreen()
  const { chat } = address.search
  if (!may('view_groups'))
    return (
      <Page title={t`My Groups`}>
        <NotAllowed />
      </Page>
    )
  if (!zone && isZoneBound)
    return (
      <Page title={t`My Groups`}>
        <PickZone of="groups" />
      </Page>
    )
  if (!isWide)
    return chat === undefined ? (
      <Conversations {...address} />
    ) : (
      <Navigate to="/groups/$groupId" params={{ groupId: chat }} replace />
    )
  return (
    <div className={classes.panes} data-fills-screen>
      <div className={classes.side}>
        <Conversations {...address} isBeside />
      </div>
      <ConversationPane groupId={chat} />
    </div>
  )
}

/** The list of conversations. `isBeside`: the open one is shown on the right. */
function Conversations({ isBeside = false, ...address }: GroupsProps & { isBeside?: boolean }) {
  const { search, onSearch } = address
  const { zone, may, isZoneBound, select, unselect } = useSelectedZone()
  const seesAll = may('view_zone_users')
  const isAll = search.all === true && seesAll
  const { list, count } = useGroups({ mine: !isAll, search: search.q })
  const mayManage = may('manage_groups')
  const filters = readFilters(address, 'q')
  const details = readDetails(address, 'group')
  const isEmpty = list.rows?.length === 0 && !filters.isSet
  const createButton = mayManage && (
    <Button icon={IconPlus} onClick={() => onSearch({ create: true })}>
      {t`Create Group`}
    </Button>
  )
  // Internal admins are not members of the groups they create, so switch to all groups to show the new one.
  const showCreated = () => {
    if (!isZoneBound) onSearch({ create: undefined, all: true }, { replace: true })
  }
  const toChat = ({ id }: Group): LinkProps =>
    isBeside
      ? {
          to: paths.myGroups,
          search: { ...search, chat: id },
          replace: search.chat !== undefined,
          resetScroll: false,
        }
      : { to: '/groups/$groupId', params: { groupId: id }, state: { isFromGroups: true } }
  return (
    <Page
      title={isAll ? t`All groups` : t`My Groups`}
      count={count}
      countLabel={t`${plural({ count: count ?? 0 }, { one: 'group', other: 'groups' })}`}
      subtitle={zone ? zone.name : t`All zones`}
      action={!isEmpty && createButton}
      secondary={
        !isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />
      }
      narrow={isBeside}
      toolbar={
        <>
          {seesAll && <PageTabs label={t`Groups`} tabs={tabs} />}
          <ListSearch label={t`Search groups`} {...address} />
        </>
      }
    >
      <GroupList
        list={list}
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
      >
        {group => (
          <GroupRow
            group={group}
            chat={toChat(group)}
            isOpen={isBeside && group.id === search.chat}
            withZone={!zone}
            onDetails={details.row(group.id).onOpen}
          />
        )}
      </GroupList>
      <GroupDialog
        groupId={details.drawer.of}
        opened={details.drawer.opened}
        keptInAddress
        onClose={details.drawer.onClose}
        onChat={id => onSearch({ chat: id, group: undefined })}
      />
      <CreateGroupDialog
        opened={search.create === true && mayManage}
        onClose={() => onSearch({ create: undefined }, { replace: true })}
        onCreated={showCreated}
      />
    </Page>
  )
}
