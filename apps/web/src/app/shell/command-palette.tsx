import { plural, t } from '@lingui/core/macro'
import { Combobox, getDefaultZIndex, Modal, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { useAppearance } from '../../lib/appearance.ts'
import { paths } from '../../lib/paths.ts'
import { useOwnZones } from '../../lib/session/use-own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { useBackCloses } from '../../ui/dialogs/use-back-closes.ts'
import { useActCommands } from './act-commands.ts'
import classes from './command-palette.module.css'
import { type Command, createCommands, findCommands } from './commands.ts'
import { getPlaces } from './menu.ts'
import { PaletteOption } from './palette-option.tsx'
import { toEntryCommand, toSearchCommands } from './search-commands.ts'
import { useChooseZone } from './use-choose-zone.ts'
import { useOwnPlaces } from './use-own-places.ts'
import { useRecentChoices } from './use-recent-choices.ts'
import { useSearch } from './use-search.ts'

const searchLabel = t`Search pages, people, zones and actions`

type Props = { opened: boolean; onClose: () => void; onToggleSidebar: () => void }

/** Finds every place and act by name, and people, zones, groups, notifications, broadcasts and files by what they contain. */
export function CommandPalette({ opened, onClose, onToggleSidebar }: Props) {
  useBackCloses(opened, onClose)
  const isPhone = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={560}
      yOffset="12vh"
      padding={0}
      fullScreen={isPhone}
      // In front of an open drawer or dialog.
      zIndex={getDefaultZIndex('overlay')}
      // Opens without a transition, because the keys typed right after the shortcut belong in the field.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content radius={isPhone ? 0 : 'lg'} aria-label={searchLabel}>
        <Modal.Body className={classes.body} mod={{ fills: isPhone }}>
          <Palette onClose={onClose} onToggleSidebar={onToggleSidebar} hasCloseButton={isPhone} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type PaletteProps = Omit<Props, 'opened'> & { hasCloseButton: boolean }

function Palette({ onClose, onToggleSidebar, hasCloseButton }: PaletteProps) {
  const router = useRouter()
  const client = useQueryClient()
  const signOut = useSignOut()
  const chooseZone = useChooseZone()
  const [, setAppearance] = useAppearance()
  const { profile } = useMe()
  const { role, zone, availableZones, isZoneBound } = useSelectedZone()
  const ownPlaces = useOwnPlaces()
  const acts = useActCommands()
  const [text, setText] = useState('')
  const search = useSearch(text)
  // If there are more zones than are loaded, the server searches them.
  const ownZones = useOwnZones(text)
  const zones = ownZones.query ? (ownZones.rows ?? []) : availableZones
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const field = useRef<HTMLInputElement>(null)
  /** True while the key that chooses is pressed with Ctrl or Cmd. */
  const opensTab = useRef(false)

  // The library sets the focus with a timer, so earlier key presses would be lost. The focus must not be set synchronously either,
  // because the dialog first records the element to return the focus to.
  useEffect(() => queueMicrotask(() => field.current?.focus()), [])

  const enterZone = async () => {
    // The cached zones may still count the expired entry, and the zone selection would skip the PIN.
    await client.invalidateQueries({ queryKey: orpc.zones.mine.key() })
    await router.navigate({ to: paths.zoneSelection, search: { zone: zone?.id } })
  }
  const isTyped = text.trim() !== ''
  const commands = createCommands({
    places: getPlaces(role, { hasZones: availableZones.length > 0, accountRole: profile.role, ownPlaces }),
    acts,
    zones: isZoneBound ? zones.filter(({ id }) => id !== zone?.id) : [],
    // Online, the search finds zones too.
    allZones: isTyped && search.offline ? zones : [],
    chooseZone,
    toggleSidebar: onToggleSidebar,
    setAppearance,
    signOut: () => void signOut(),
  })
  const { recent, remember } = useRecentChoices(zone?.id, commands)
  const results = [
    ...(isTyped ? [] : recent),
    ...findCommands(commands, text),
    // Results of the server come last: they load later and must not shift the item that the person is about to select.
    ...toSearchCommands({ ...search, text: text.trim() }),
    ...(search.missing ? [toEntryCommand(search.missing, () => void enterZone())] : []),
  ]
  const firstId = results[0]?.id
  const isSearching = search.searching || (ownZones.query !== undefined && ownZones.retrying)

  // Enter runs the first match.
  const { selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one when the text changed, or its first line
  useEffect(() => {
    selectFirstOption()
    nameSelected(field.current)
  }, [text, firstId, selectFirstOption])

  const choose = (id: string) => {
    const command = results.find(result => result.id === id)
    if (!command) return
    const isForTab = opensTab.current
    opensTab.current = false
    if (!command.address) {
      onClose()
      command.run()
      return
    }
    remember(command)
    // The addresses are built from data, so the router cannot check their types.
    const address = command.address as never
    if (isForTab && !command.before) {
      const { href } = router.buildLocation(address)
      window.open(router.history.createHref(href), '_blank', 'noopener')
      return
    }
    onClose()
    command.before?.()
    void router.navigate(address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    opensTab.current = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if ((event.key !== 'Home' && event.key !== 'End') || event.shiftKey || results.length === 0) return
    event.preventDefault()
    combobox.selectOption(event.key === 'Home' ? 0 : results.length - 1)
    nameSelected(field.current)
  }
  const words = text.split(/\s+/).filter(Boolean)
  const count = results.length
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={field}
          role="combobox"
          enterKeyHint="go"
          aria-label={searchLabel}
          aria-autocomplete="list"
          placeholder={hasCloseButton ? t`Search` : searchLabel}
          leftSection={<IconSearch size="1.125rem" aria-hidden />}
          rightSection={hasCloseButton && <ActionIcon icon={IconX} aria-label={t`Close`} onClick={onClose} />}
          variant="unstyled"
          size="md"
          className={classes.search}
          data-autofocus
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDownCapture={onKeyDown}
          onKeyUp={event => nameSelected(event.currentTarget)}
        />
      </Combobox.EventsTarget>
      <VisuallyHidden role="status">
        {isTyped && !isSearching && plural(count, { one: '# result', other: '# results' })}
      </VisuallyHidden>
      {search.offline && (
        <Combobox.Empty>
          {t`You’re offline. Only pages, actions and what is stored in this app can be found.`}
        </Combobox.Empty>
      )}
      <Combobox.Options mah="none" p="xs" aria-label={t`Pages and actions`}>
        {groupCommands(results).map(([group, members]) => (
          <Combobox.Group key={group} label={group}>
            {members.map(command => (
              <Combobox.Option key={command.id} value={command.id} className={classes.option}>
                <PaletteOption command={command} words={words} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {results.length === 0 && (
          <Combobox.Empty>{isSearching ? t`Searching…` : t`No results`}</Combobox.Empty>
        )}
        {results.length > 0 && isSearching && <Combobox.Empty>{t`Searching…`}</Combobox.Empty>}
        {search.failed && <Combobox.Empty>{t`Some results couldn’t be loaded. Try again.`}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}

/** Names the selected option to screen readers; the library does so only for the arrow keys. */
function nameSelected(field: HTMLInputElement | null) {
  const list = document.getElementById(field?.getAttribute('aria-controls') ?? '')
  const selectedOption = list?.querySelector('[data-combobox-selected]')
  if (selectedOption) field?.setAttribute('aria-activedescendant', selectedOption.id)
}

function groupCommands(commands: readonly Command[]): [Command['group'], Command[]][] {
  return [...Map.groupBy(commands, command => command.group)]
}
