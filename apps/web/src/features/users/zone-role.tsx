import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import { creatableRoles, mayGiveZoneRole, type Role, roleLabel } from '@muster/domain/role.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { IconUserCog } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { RoleChoice } from './role-choice.tsx'
import { formatName } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: ZonePerson
  /** The viewer's rights in this zone. */
  own: ZoneRights
  isSelf: boolean
}

export function ZoneRole({ zone, user, own, isSelf }: Props) {
  const [isChanging, setIsChanging] = useState(false)
  const mayChange = !isSelf && mayInZone(own, 'change_roles') && mayGiveZoneRole(own.role, user.zoneRole)
  return (
    <Flex component="span" wrap="wrap" align="center" gap="8px 12px">
      <RoleBadge role={user.zoneRole} />
      {mayChange && (
        <Button variant="default" icon={IconUserCog} onClick={() => setIsChanging(true)}>
          {t`Change role`}
        </Button>
      )}
      <ResponsiveDialog opened={isChanging} onClose={() => setIsChanging(false)} title={t`Change role`}>
        <RoleForm zone={zone} user={user} own={own} onClose={() => setIsChanging(false)} />
      </ResponsiveDialog>
    </Flex>
  )
}

function RoleForm({ zone, user, own, onClose }: Omit<Props, 'isSelf'> & { onClose: () => void }) {
  const name = formatName(user)
  const zoneName = zone.name
  const choices = creatableRoles.filter(role => mayGiveZoneRole(own.role, role))
  const [selectedRole, setSelectedRole] = useState<Role>(user.zoneRole)
  const role = choices.find(candidate => candidate === selectedRole)
  const changeRole = useAct({
    call: (role: (typeof choices)[number]) =>
      api.users.changeRole({ zoneId: zone.id, userId: user.userId, role }),
    onDone: onClose,
    done: (_, role) => {
      const roleName = i18n._(roleLabel(role))
      return [t`Role changed`, t`${name} is now ${roleName} for ${zoneName}.`]
    },
    invalidatesUnlessLive: [orpc.users.key()],
  })
  return (
    <ActForm
      form={{
        act: changeRole,
        submit: () => {
          if (role && role !== user.zoneRole) changeRole.mutate(role)
          else onClose()
        },
        onClose,
      }}
      label={t`Change role`}
      workingLabel={t`Changing…`}
      disabled={!role}
      failed={t`The role couldn’t be changed. Try again.`}
    >
      <RoleChoice
        roles={choices}
        label={
          <Trans>
            Role of <Name>{name}</Name> in <Name>{zoneName}</Name>
          </Trans>
        }
        description={t`Their menu and permissions change immediately.`}
        value={selectedRole}
        onChange={value => setSelectedRole(value as Role)}
      />
    </ActForm>
  )
}
