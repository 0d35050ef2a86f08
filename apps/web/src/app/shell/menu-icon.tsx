import {
  IconAlertTriangle,
  IconBell,
  IconFolder,
  IconLayoutDashboard,
  IconMap2,
  IconMapCog,
  IconMapPin,
  IconMapPinCheck,
  IconMessages,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import type { MenuIcon as Name } from './menu.ts'

const icons = {
  dashboard: IconLayoutDashboard,
  people: IconUsers,
  zones: IconMap2,
  alerts: IconBell,
  broadcasts: IconSpeakerphone,
  hazards: IconAlertTriangle,
  files: IconFolder,
  groups: IconMessages,
  'app-users': IconUsers,
  presence: IconMapPin,
  inside: IconMapPinCheck,
  security: IconShieldLock,
  maps: IconMapCog,
  settings: IconSettings,
} satisfies Record<Name, typeof IconBell>

/** The icon of a menu item; its word stands beside it. */
export function MenuIcon({ name }: { name: Name }) {
  const Icon = icons[name]
  return <Icon size="1.25rem" stroke={1.7} aria-hidden />
}
