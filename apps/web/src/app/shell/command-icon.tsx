import {
  IconDeviceDesktop,
  IconLayoutSidebar,
  IconLogout,
  IconMapPin,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import type { CommandIcon as Name } from './commands.ts'
import { MenuIcon } from './menu-icon.tsx'

const icons = {
  zone: IconMapPin,
  person: IconUser,
  sidebar: IconLayoutSidebar,
  'sign-out': IconLogout,
  light: IconSun,
  dark: IconMoon,
  auto: IconDeviceDesktop,
}

/** The icon of a line of the command palette. */
export function CommandIcon({ name }: { name: Name }) {
  if (!(name in icons)) return <MenuIcon name={name as Exclude<Name, keyof typeof icons>} />
  const Icon = icons[name as keyof typeof icons]
  return <Icon size="1.25rem" stroke={1.7} aria-hidden />
}
