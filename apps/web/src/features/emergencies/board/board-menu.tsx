import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import {
  IconArrowLeft,
  IconDots,
  IconListDetails,
  IconMap,
  IconMapOff,
  IconMessageExclamation,
  IconReplace,
  IconShieldCheck,
  IconUserPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../lib/paths.ts'
import { Menu } from '../../../ui/layout/menu.tsx'
import { AddPersonDialog } from '../add-person-button.tsx'
import { AllClearDialog } from '../all-clear-dialog.tsx'
import type { WorkEntry } from '../captain/board-sweeps-and-teams.tsx'
import { ChangeOrderDialog } from '../change-order-button.tsx'
import type { BoardProps } from '../emergencies-search.ts'
import { MessageDialog, toMessageTarget, toMessageTitle } from './message-button.tsx'
import { OverviewDialog } from './overview-dialog.tsx'
import { useResponderItems } from './responders-menu.tsx'

type Props = BoardProps & {
  emergency: EmergencyDetail
  state: PersonState
  work: readonly WorkEntry[]
}

/** Everything of the board but the numbers and the people, on a phone, where it would push them off the screen. */
export function BoardMenu({ emergency, state, work, ...address }: Props) {
  const { search, onSearch } = address
  const { mayManage, mayEnd, allClearAt, states } = emergency
  const [open, setOpen] = useState<'overview' | 'message' | 'add' | 'order' | 'allClear'>()
  const close = () => setOpen(undefined)
  const { items, opened, isBusy } = useResponderItems(emergency)
  const isOpen = allClearAt === null
  const hasMap = (state === 'missing' || state === 'help') && states[state] > 0
  const target = toMessageTarget(emergency, state, search)
  const MapIcon = search.map ? IconMapOff : IconMap
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={44} variant="default" loading={isBusy} aria-label={t`More`}>
            <IconDots size="1.25rem" aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconListDetails size="1.125rem" aria-hidden />}
            onClick={() => setOpen('overview')}
          >
            <Trans>Who is on the list</Trans>
          </Menu.Item>
          {work.map(({ key, label, icon: EntryIcon, open: openEntry }) => (
            <Menu.Item key={key} leftSection={<EntryIcon size="1.125rem" aria-hidden />} onClick={openEntry}>
              {label}
            </Menu.Item>
          ))}
          {hasMap && (
            <Menu.Item
              leftSection={<MapIcon size="1.125rem" aria-hidden />}
              onClick={() => onSearch({ map: search.map ? undefined : true, person: undefined })}
            >
              {search.map ? t`Hide map` : t`Show map`}
            </Menu.Item>
          )}
          {target && mayManage && isOpen && (
            <Menu.Item
              leftSection={<IconMessageExclamation size="1.125rem" aria-hidden />}
              onClick={() => setOpen('message')}
            >
              {toMessageTitle(target)}
            </Menu.Item>
          )}
          {mayManage && isOpen && (
            <Menu.Item
              leftSection={<IconUserPlus size="1.125rem" aria-hidden />}
              onClick={() => setOpen('add')}
            >
              <Trans>Add person</Trans>
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Label>
            <Trans>For responders</Trans>
          </Menu.Label>
          {items}
          <Menu.Divider />
          <Menu.Item
            renderRoot={props => <Link {...props} to={paths.emergencies} />}
            leftSection={<IconArrowLeft size="1.125rem" aria-hidden />}
          >
            <Trans>All emergencies</Trans>
          </Menu.Item>
          {mayEnd && isOpen && (
            <Menu.Item
              leftSection={<IconReplace size="1.125rem" aria-hidden />}
              onClick={() => setOpen('order')}
            >
              <Trans>Change the order</Trans>
            </Menu.Item>
          )}
          {mayEnd && isOpen && (
            <Menu.Item
              leftSection={<IconShieldCheck size="1.125rem" aria-hidden />}
              onClick={() => setOpen('allClear')}
            >
              <Trans>All clear</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened}
      <OverviewDialog
        emergency={emergency}
        state={state}
        opened={open === 'overview'}
        onClose={close}
        {...address}
      />
      {target && (
        <MessageDialog emergency={emergency} target={target} opened={open === 'message'} onClose={close} />
      )}
      <AddPersonDialog emergency={emergency} opened={open === 'add'} onClose={close} />
      <ChangeOrderDialog emergency={emergency} opened={open === 'order'} onClose={close} />
      <AllClearDialog emergency={emergency} opened={open === 'allClear'} onClose={close} />
    </>
  )
}
