import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import { limits } from '@muster/domain/limits.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { IconDownload, IconMessage, IconUserMinus, IconUsersPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { SelectionBar } from '../../ui/layout/selection-bar.tsx'
import type { PeopleSelection } from '../../ui/people/use-people-selection.ts'
import { AddPeopleToGroupDialog, QuickGroupDialog } from '../groups/public.ts'
import { isOffered } from './member-drawer.tsx'
import { UnlinkPeopleDialog } from './unlink-people.tsx'
import { useExportZonePeople } from './use-export-zone-people.ts'

type Props = {
  zone: { id: string; name: string }
  people: readonly ZonePerson[] | undefined
  selection: PeopleSelection
}

/** What can be done with the people selected in a zone's list: add to a group, message, remove, export. */
export function ZonePeopleBar({ zone, people = [], selection }: Props) {
  const me = useMe().userId
  const { rights } = useSelectedZone()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'group' | 'message' | 'unlink'>()
  const exportPeople = useExportZonePeople(zone.id)
  const selectedPeople = people.filter(({ userId }) => selection.ids.has(userId))
  // Groups consist of people who have entered the zone, and their creator joins them in any case.
  const memberIds = selectedPeople.flatMap(it => (it.invited || it.userId === me ? [] : [it.userId]))
  const removable = selectedPeople.filter(({ userId }) => userId !== me)
  const close = () => setDialog(undefined)
  const hasTooMany = memberIds.length > limits.groupMembersMost
  return (
    <>
      <SelectionBar count={selectedPeople.length} onNone={selection.clear}>
        {mayInZone(rights, 'manage_groups') && (
          <>
            <Button
              variant="default"
              leftSection={<IconUsersPlus size="1.125rem" aria-hidden />}
              disabled={memberIds.length === 0 || hasTooMany}
              onClick={() => setDialog('group')}
            >
              <Trans>Add to group</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconMessage size="1.125rem" aria-hidden />}
              disabled={memberIds.length === 0 || hasTooMany}
              onClick={() => setDialog('message')}
            >
              <Trans context="verb">Message</Trans>
            </Button>
          </>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size="1.125rem" aria-hidden />}
          loading={exportPeople.isPending}
          onClick={() => exportPeople.mutate({ userIds: selectedPeople.map(it => it.userId) })}
        >
          <Trans>Export</Trans>
        </Button>
        {isOffered(rights, 'unlink_users') && (
          <Button
            variant="default"
            c="var(--m-danger)"
            leftSection={<IconUserMinus size="1.125rem" aria-hidden />}
            disabled={removable.length === 0}
            onClick={() => setDialog('unlink')}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </SelectionBar>
      <AddPeopleToGroupDialog
        zoneId={zone.id}
        userIds={memberIds}
        opened={dialog === 'group'}
        onClose={close}
        onDone={selection.clear}
      />
      <QuickGroupDialog
        zoneId={zone.id}
        people={memberIds}
        opened={dialog === 'message'}
        onClose={close}
        onCreated={group => {
          selection.clear()
          void navigate({ to: '/groups/$groupId', params: { groupId: group.id } })
        }}
      />
      <UnlinkPeopleDialog
        zone={zone}
        people={removable}
        opened={dialog === 'unlink'}
        onClose={close}
        onDone={selection.clear}
      />
    </>
  )
}
