import type { ComponentProps } from 'react'
import { MapBeside, MapToggle } from '../../features/presence/public.ts'
import { AppUsersPage } from '../../features/users/app-users-page.tsx'

type Props = Omit<ComponentProps<typeof AppUsersPage>, 'MapBeside' | 'MapToggle'>

export function AppUsers(props: Props) {
  return <AppUsersPage MapBeside={MapBeside} MapToggle={MapToggle} {...props} />
}
