import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'
import { type creatableRoles, roleLabel } from '@muster/domain/role.ts'
import type { ComponentProps } from 'react'

type AssignableRole = (typeof creatableRoles)[number]
type Props = Omit<ComponentProps<typeof Radio.Group>, 'children'> & { roles: readonly AssignableRole[] }

const roleHints: Record<AssignableRole, string> = {
  app_user: t`Checks their own position and sees what’s relevant to them.`,
  zone_manager_ro: t`Can see who is inside, but can’t change anything.`,
  zone_manager_rw: t`Can see who is inside, and add and remove people.`,
  client_admin: t`Creates zones and manages their people and managers.`,
}

export const RoleChoice = ({ roles, ...group }: Props) => (
  <Radio.Group {...group}>
    <Stack gap="sm" mt="xs">
      {roles.map(role => (
        <Radio key={role} value={role} label={i18n._(roleLabel(role))} description={roleHints[role]} />
      ))}
    </Stack>
  </Radio.Group>
)
