import { t } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { IconDownload, IconMessage, IconUserMinus, IconUsersPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { type SelectionAct, SelectionActs } from '../../ui/layout/selection-acts.tsx'
import { SelectionBar } from '../../ui/layout/selection-bar.tsx'
import type { PeopleSelection } from '../../ui/people/use-people-selection.ts'
import { AddPeopleToGroupDialog, QuickGroupDialog } from '../groups/public.ts'
import { isOffered } from './member-drawer.tsx'
import { UnlinkPeopleDialog } from './unlink-people.tsx'
import { useExportZonePeople } from './use-export-zone-people.ts'
import type { NamedPerson } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  people: readonly NamedPerson[] | undefined
  /** True if all pages are loaded, so that whoever is missing is no longer in the list. */
  isComplete: boolean
  selection: PeopleSelection
  /** The number of people who match the search and filters; undefined until known. */
  total: number | undefined
} & Pick<ComponentProps<typeof SelectionBar>, 'all'>

export function ZonePeopleBar({ zone, people, isComplete, selection, total, all }: Props) {
  const me = useMe().userId
  const { rights } = useSelectedZone()
  const navigate = useNavigate()
  const dialogs = useDialogs<'group' | 'message' | 'unlink'>()
  const exportPeople = useExportZonePeople(zone.id)
  const selectedPeople = useSelectedPeople(people, isComplete, selection)
  // Groups consist of people who have entered the zone, and their creator joins them in any case.
  const memberIds = selectedPeople.flatMap(it => (it.invited || it.userId === me ? [] : [it.userId]))
  const removable = selectedPeople.filter(({ userId }) => userId !== me)
  const mayGroup = mayInZone(rights, 'manage_groups')
  const isGroupable = memberIds.length > 0 && memberIds.length <= limits.groupMembersMost
  const acts: SelectionAct[] = [
    ...(mayGroup
      ? [
          {
            label: t`Add to group`,
            icon: IconUsersPlus,
            disabled: !isGroupable,
            run: () => dialogs.open('group'),
          },
          {
            label: t({ context: 'verb', message: 'Message' }),
            icon: IconMessage,
            disabled: !isGroupable,
            run: () => dialogs.open('message'),
          },
        ]
      : []),
    {
      label: t`Export`,
      icon: IconDownload,
      disabled: exportPeople.isPending,
      run: () => exportPeople.mutate({ userIds: selectedPeople.map(it => it.userId) }),
    },
    ...(isOffered(rights, 'unlink_users')
      ? [
          {
            label: t`Remove`,
            icon: IconUserMinus,
            isDangerous: true,
            disabled: removable.length === 0,
            run: () => dialogs.open('unlink'),
          },
        ]
      : []),
  ]
  return (
    <>
      <SelectionBar count={selectedPeople.length} onNone={selection.clear} all={all}>
        <SelectionActs acts={acts} />
      </SelectionBar>
      <AddPeopleToGroupDialog
        zoneId={zone.id}
        userIds={memberIds}
        {...dialogs.props('group')}
        onDone={selection.clear}
      />
      <QuickGroupDialog
        zoneId={zone.id}
        people={memberIds}
        {...dialogs.props('message')}
        onCreated={group => {
          selection.clear()
          void navigate({ to: '/groups/$groupId', params: { groupId: group.id } })
        }}
      />
      <UnlinkPeopleDialog
        zone={zone}
        people={removable}
        total={total}
        leavesOutSelf={removable.length < selectedPeople.length}
        {...dialogs.props('unlink')}
        onDone={selection.select}
      />
    </>
  )
}

/** After sorting, only the first page is loaded, so those selected on other pages are remembered as last seen. */
function useSelectedPeople(
  people: readonly NamedPerson[] | undefined,
  isComplete: boolean,
  { ids }: PeopleSelection,
): NamedPerson[] {
  const [seen, setSeen] = useState<readonly NamedPerson[]>([])
  const loadedById = new Map(people?.map(person => [person.userId, person]))
  const seenById = new Map(seen.map(person => [person.userId, person]))
  const selectedPeople = [...ids].flatMap(id => {
    const person = loadedById.get(id) ?? (isComplete ? undefined : seenById.get(id))
    return person ? [person] : []
  })
  const isSame =
    selectedPeople.length === seen.length && selectedPeople.every((person, index) => person === seen[index])
  if (!isSame) setSeen(selectedPeople)
  return selectedPeople
}
