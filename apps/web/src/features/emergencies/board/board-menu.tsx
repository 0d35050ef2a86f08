import { t } from '@lingui/core/macro'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import {
  IconArrowLeft,
  IconDots,
  IconMap,
  IconMapOff,
  IconMessageExclamation,
  IconReplace,
  IconShieldCheck,
  IconUserPlus,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { useDialogs } from '../../../ui/dialogs/use-dialogs.ts'
import { Menu } from '../../../ui/layout/menu.tsx'
import { useIsDesk, useIsPhone } from '../../../ui/layout/use-screen.ts'
import { AddPersonDialog } from '../add-person-dialog.tsx'
import { AllClearDialog } from '../all-clear-dialog.tsx'
import type { WorkEntry } from '../captains/board-sweeps-and-teams.tsx'
import { ChangeOrderDialog } from '../change-order-dialog.tsx'
import type { BoardProps } from '../emergencies-search.ts'
import type { SoundState } from './desk-sound.ts'
import { MessageDialog, toMessageTarget, toMessageTitle } from './message-dialog.tsx'
import { useResponderItems } from './responders-menu.tsx'

type DeskSoundProps = { state: SoundState; test: () => void }

type Props = BoardProps & {
  emergency: EmergencyDetail
  state: PersonState
  work: readonly WorkEntry[]
  sound: DeskSoundProps
}

/** Everything of the board but the numbers and the people, which it would push off the screen. */
export function BoardMenu({ emergency, state, work, sound, ...address }: Props) {
  const { search, onSearch } = address
  const { mayManage, mayEnd, allClearAt, states } = emergency
  const dialogs = useDialogs<'message' | 'add' | 'order' | 'allClear'>()
  const { items, opened, isBusy } = useResponderItems(emergency)
  const isOpen = allClearAt === null
  const isPhone = useIsPhone()
  const isDesk = useIsDesk()
  const hasMap = (state === 'missing' || state === 'help') && states[state] > 0
  const target = toMessageTarget(emergency, state, search)
  const SoundIcon = sound.state === 'on' ? IconVolume : IconVolumeOff
  const MapIcon = search.map ? IconMapOff : IconMap
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon icon={IconDots} size={44} variant="default" loading={isBusy} aria-label={t`More`} />
        </Menu.Target>
        <Menu.Dropdown>
          {work.map(({ key, label, icon: EntryIcon, open: openEntry }) => (
            <Menu.Item key={key} icon={EntryIcon} onClick={openEntry}>
              {label}
            </Menu.Item>
          ))}
          {hasMap && !isDesk && (
            <Menu.Item
              icon={MapIcon}
              onClick={() => onSearch({ map: search.map ? undefined : true, person: undefined })}
            >
              {search.map ? t`Hide map` : t`Show map`}
            </Menu.Item>
          )}
          {target && mayManage && isOpen && (
            <Menu.Item icon={IconMessageExclamation} onClick={() => dialogs.open('message')}>
              {toMessageTitle(target)}
            </Menu.Item>
          )}
          {mayManage && isOpen && (
            <Menu.Item icon={IconUserPlus} onClick={() => dialogs.open('add')}>
              {t`Add person`}
            </Menu.Item>
          )}
          {isOpen && sound.state !== 'unsupported' && (
            <Menu.Item icon={SoundIcon} onClick={sound.test}>
              {sound.state === 'on' ? t`Sound is on` : t`Sound is blocked: tap to turn it on`}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Label>{t`For responders`}</Menu.Label>
          {items}
          <Menu.Divider />
          <Menu.Item renderRoot={props => <Link {...props} to={paths.emergencies} />} icon={IconArrowLeft}>
            {t`All emergencies`}
          </Menu.Item>
          {mayEnd && isOpen && (
            <Menu.Item icon={IconReplace} onClick={() => dialogs.open('order')}>
              {t`Change the order`}
            </Menu.Item>
          )}
          {isPhone && mayEnd && isOpen && (
            <Menu.Item icon={IconShieldCheck} onClick={() => dialogs.open('allClear')}>
              {t`All clear`}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened}
      {target && <MessageDialog emergency={emergency} target={target} {...dialogs.props('message')} />}
      <AddPersonDialog emergency={emergency} {...dialogs.props('add')} />
      <ChangeOrderDialog emergency={emergency} {...dialogs.props('order')} />
      <AllClearDialog emergency={emergency} {...dialogs.props('allClear')} />
    </>
  )
}
