import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import {
  type Icon,
  IconDeviceDesktop,
  IconLayoutSidebar,
  IconLogout,
  IconMapPin,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { type Appearance, appearances } from '../../lib/appearance.ts'
import { type MenuItem, settings, settingsPages } from './menu.ts'

const appearanceIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

export type Command = {
  id: string
  group: string
  label: string
  /** Further words by which the entry is found. */
  keywords?: string | undefined
  /** Shown beside the label. Not searched, because the server has already matched it. */
  detail?: string
  /** Shown below the label, with the time `at`. */
  zoneName?: string | undefined
  at?: string | undefined
  icon: Icon
} & (
  | {
      /** The page that the entry opens. */ address: Address /** Called before. */
      before?: (() => void) | undefined
      run?: undefined
    }
  | { run: () => void; address?: undefined; before?: undefined }
)

export type Address = { to: string; search?: Readonly<Record<string, unknown>> | undefined }

type Options = {
  places: readonly MenuItem[]
  acts: readonly Command[]
  /** Zones that can be selected, besides the current one; none for internal admins. */
  zones: readonly Pick<MyZone, 'id' | 'name'>[]
  /** Zones whose details may be opened. */
  allZones: readonly Pick<MyZone, 'id' | 'name'>[]
  chooseZone: (zoneId: string) => void
  toggleSidebar: () => void
  setAppearance: (appearance: Appearance) => void
  signOut: () => void
}

export function createCommands(options: Options): Command[] {
  const places = [...options.places, settings, ...settingsPages].map(
    ({ label, to, icon, keywords }): Command => ({
      id: to,
      group: t`Go to`,
      label,
      keywords,
      icon,
      address: { to },
    }),
  )
  return [
    ...places,
    ...options.acts,
    ...options.zones.map(
      ({ id, name }): Command => ({
        id: `zone ${id}`,
        group: t`Work in`,
        label: name,
        icon: IconMapPin,
        run: () => options.chooseZone(id),
      }),
    ),
    ...options.allZones.map(
      ({ id, name }): Command => ({
        id: `details ${id}`,
        group: t`Zones`,
        label: name,
        icon: IconMapPin,
        address: { to: `/zones/${id}` },
      }),
    ),
    ...appearances.map(
      ({ value, label }): Command => ({
        id: `appearance ${value}`,
        group: t`Do`,
        label: t`Appearance: ${label}`,
        keywords: t`theme dark light mode`,
        icon: appearanceIcons[value],
        run: () => options.setAppearance(value),
      }),
    ),
    {
      id: 'sidebar',
      group: t`Do`,
      label: t`Toggle menu`,
      icon: IconLayoutSidebar,
      run: options.toggleSidebar,
    },
    {
      id: 'sign-out',
      group: t`Do`,
      label: t`Sign Out`,
      keywords: t`log out logout leave`,
      icon: IconLogout,
      run: options.signOut,
    },
  ]
}

/** Returns the commands whose group, label or keywords contain each typed word, in their original order. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ group, label, keywords = '' }) => {
    const searchableText = `${group} ${label} ${keywords}`.toLowerCase()
    return words.every(word => searchableText.includes(word))
  })
}
