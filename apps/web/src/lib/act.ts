import type { Permission } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import type { Icon } from '@tabler/icons-react'
import type { AppPath } from './paths.ts'

/** An act that the command palette offers to people with the permission, in the selected zone if it needs one. */
export type Act = {
  /** The name of the act on its page. */
  readonly label: string
  /** Further words by which people look for the act, separated by spaces. Translations use the usual words of their language. */
  readonly keywords: string
  readonly icon: Icon
  /** Undefined for acts that everybody may do. */
  readonly permission?: Permission
  /** Roles that have the permission but not the act. */
  readonly notFor?: readonly Role[]
  /** True if the act is about the selected zone, and not offered without one. */
  readonly inZone?: boolean
  readonly to: AppPath
  readonly search?: (zoneId: string | undefined) => Readonly<Record<string, unknown>>
  /** Called before the page opens, for acts that no address may start. */
  readonly request?: () => void
}
