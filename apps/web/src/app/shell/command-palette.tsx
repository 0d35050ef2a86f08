import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Combobox, Flex, getDefaultZIndex, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAppearance } from '../../lib/appearance.ts'
import { paths } from '../../lib/paths.ts'
import { useOwnZones } from '../../lib/session/use-own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { useBackCloses } from '../../ui/dialogs/use-back-closes.ts'
import classes from './command-palette.module.css'
import { type Command, createCommands, findCommands } from './commands.ts'
import { getFurtherPlaces, getMenu } from './menu.ts'
import { toPeopleCommands } from './people-commands.ts'
import { useChooseZone } from './use-choose-zone.ts'
import { useOwnPlaces } from './use-own-places.ts'
import { usePeopleSearch } from './use-people-search.ts'

const searchLabel = t`Search pages, people, zones and actions`

type Props = { opened: boolean; onClose: () => void; onToggleSidebar: () => void }

/** The command palette, opened with Ctrl or Cmd + K: finds every place, person, zone and action by name. */
export function CommandPalette({ opened, onClose, onToggleSidebar }: Props) {
  useBackCloses(opened, onClose)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={520}
      yOffset="12vh"
      padding={0}
      // In front of an open drawer or dialog.
      zIndex={getDefaultZIndex('overlay')}
      // Opens without a transition, because the keys typed right after the shortcut belong in the field.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg" aria-label={searchLabel}>
        <Modal.Body className={classes.body}>
          <Palette onClose={onClose} onToggleSidebar={onToggleSidebar} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Palette({ onClose, onToggleSidebar }: Omit<Props, 'opened'>) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const chooseZone = useChooseZone()
  const [, setAppearance] = useAppearance()
  const { profile } = useMe()
  const { role, zone, availableZones, isZoneBound } = useSelectedZone()
  const ownPlaces = useOwnPlaces()
  const [text, setText] = useState('')
  // If there are more zones than are loaded, the server searches them.
  const ownZones = useOwnZones(text)
  const zones = ownZones.query ? (ownZones.rows ?? []) : availableZones
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const field = useRef<HTMLInputElement>(null)

  // The library sets the focus with a timer, so earlier key presses would be lost. The focus must not be set synchronously either,
  // because the dialog first records the element to return the focus to.
  useEffect(() => queueMicrotask(() => field.current?.focus()), [])

  const commands = createCommands({
    places: [
      ...getMenu(role, availableZones.length > 0),
      ...getFurtherPlaces(role, availableZones.length > 0, profile.role),
      ...ownPlaces,
    ],
    zones: isZoneBound ? zones.filter(({ id }) => id !== zone?.id) : [],
    allZones: zones,
    openZone: zoneId => void navigate({ to: '/zones/$zoneId', params: { zoneId } }),
    go: to => void navigate({ to }),
    chooseZone,
    toggleSidebar: onToggleSidebar,
    setAppearance,
    signOut: () => void signOut(),
  })
  const { people, searching, failed } = usePeopleSearch(text)
  const openPerson = (user: string) => void navigate({ to: paths.appUsers, search: { user } })
  // The zones are left out until something is typed, because they would only fill the screen.
  const matchingCommands = findCommands(commands, text).filter(
    ({ group }) => group !== 'Zones' || text.trim() !== '',
  )
  // People come last: they load later and must not shift the item that the person is about to select.
  const results = [...matchingCommands, ...toPeopleCommands(people, openPerson)]
  const firstId = results[0]?.id
  const isSearchingZones = ownZones.query !== undefined && ownZones.retrying
  const searchingText = isSearchingZones ? t`Searching for zones…` : searching && t`Searching for people…`
  const emptyText = searchingText || t`No results`

  // Enter runs the first match.
  const { selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one when the text changed, or its first line
  useEffect(() => {
    selectFirstOption()
  }, [text, firstId, selectFirstOption])

  const runCommand = (id: string) => {
    onClose()
    results.find(command => command.id === id)?.run()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={runCommand}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={field}
          role="combobox"
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<IconSearch size="1.125rem" aria-hidden />}
          variant="unstyled"
          size="md"
          className={classes.search}
          data-autofocus
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={t`Pages and actions`}>
        {groupCommands(results).map(([group, members]) => (
          <Combobox.Group key={group} label={group}>
            {members.map(({ id, label, detail, icon: Icon }) => (
              <Combobox.Option key={id} value={id} className={classes.option}>
                <Icon size="1.25rem" stroke={1.7} aria-hidden />
                <Flex component="span" flex={1} wrap="wrap" gap="0 12px" miw={0}>
                  <bdi>{label}</bdi>
                  {detail && (
                    <Text span inherit truncate miw={0} c="dimmed">
                      {detail}
                    </Text>
                  )}
                </Flex>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {results.length === 0 && <Combobox.Empty>{emptyText}</Combobox.Empty>}
        {failed && (
          <Combobox.Empty>
            <Trans>People couldn’t be loaded. Try again.</Trans>
          </Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox>
  )
}

function groupCommands(commands: readonly Command[]): [Command['group'], Command[]][] {
  return [...Map.groupBy(commands, command => command.group)]
}
