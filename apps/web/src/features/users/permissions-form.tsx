import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import { can } from '@muster/domain/permission.ts'
import { permissionTexts } from '@muster/domain/permission-texts.ts'
import { roleLabel } from '@muster/domain/role.ts'
import {
  type GrantablePermission,
  grantablePermissions,
  listChanges,
  mayInZone,
  type PermissionChanges,
} from '@muster/domain/zone-permission.ts'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { formatName } from './zone-user-words.ts'

/** The heading under which the form lists each permission. */
const headings: Readonly<Record<GrantablePermission, string>> = {
  edit_zones: t`Zone`,
  link_users: t`People`,
  unlink_users: t`People`,
  assign_zone_managers: t`People`,
  change_roles: t`People`,
  reset_zone_pin: t`People`,
  track_live_locations: t`Presence`,
  report_hazards: t`Hazards`,
  manage_hazards: t`Hazards`,
  broadcast: t`Broadcasts`,
  manage_groups: t`Groups`,
  chat_in_groups: t`Groups`,
  create_folders: t`Files & Folders`,
  upload_files: t`Files & Folders`,
  link_folders: t`Files & Folders`,
  delete_files: t`Files & Folders`,
  download_reports: t`Reports`,
  view_report_emails: t`Reports`,
  manage_report_emails: t`Reports`,
  manage_report_recipients: t`Reports`,
}

const permissionGroups = [...Map.groupBy(grantablePermissions, name => headings[name])].map(
  ([heading, permissions]) => ({ heading, permissions }),
)

type Props = {
  zone: { id: string; name: string }
  user: ZonePerson
  changes: PermissionChanges
  onClose: () => void
}

/** A checkbox for each zone manager permission, with a note saying whether it comes from their role, was granted or was removed. */
export function PermissionsForm({ zone, user, changes, onClose }: Props) {
  const role = user.zoneRole
  const name = formatName(user)
  const zoneName = zone.name
  const roleName = i18n._(roleLabel(role))
  const [selectedPermissions, setSelectedPermissions] = useState(
    () =>
      new Set<GrantablePermission>(
        grantablePermissions.filter(name => mayInZone({ role, ...changes }, name)),
      ),
  )
  const getRoleDefaults = () => new Set(grantablePermissions.filter(name => can(role, name)))
  const save = useAct({
    call: () => {
      const selection = Object.fromEntries(
        grantablePermissions.map(name => [name, selectedPermissions.has(name)]),
      )
      const { granted, revoked } = listChanges(role, selection)
      return api.zonePermissions.set({
        zoneId: zone.id,
        userId: user.userId,
        granted: [...granted],
        revoked: [...revoked],
      })
    },
    onDone: onClose,
    done: [t`Permissions saved`, t`The changes apply to ${name} immediately.`],
    invalidates: [orpc.zonePermissions.key()],
  })
  const togglePermission = (name: GrantablePermission) =>
    setSelectedPermissions(current => {
      const nextPermissions = new Set(current)
      if (!nextPermissions.delete(name)) nextPermissions.add(name)
      return nextPermissions
    })
  return (
    <ActForm
      form={{ act: save, onClose }}
      label={t`Save permissions`}
      workingLabel={t`Saving…`}
      buttons={
        <Button
          variant="default"
          onClick={() => setSelectedPermissions(getRoleDefaults())}
          disabled={save.isPending}
        >
          {t`Reset to role defaults`}
        </Button>
      }
      failed={t`The permissions couldn’t be saved. Try again.`}
    >
      <p>
        <Trans>
          Choose what <Name>{name}</Name> ({roleName}) can do in <Name>{zoneName}</Name>. Changes apply until
          they leave the zone or stop being a zone manager.
        </Trans>
      </p>
      {permissionGroups.map(({ heading, permissions }) => (
        <fieldset key={heading}>
          <legend>{heading}</legend>
          {permissions.map(name => (
            <Group key={name} wrap="nowrap" justify="space-between" gap="sm" mih={44}>
              <Checkbox
                flex={1}
                label={i18n._(permissionTexts[name])}
                checked={selectedPermissions.has(name)}
                onChange={() => togglePermission(name)}
              />
              <Difference isFromRole={can(role, name)} isTicked={selectedPermissions.has(name)} />
            </Group>
          ))}
        </fieldset>
      ))}
    </ActForm>
  )
}

function Difference({ isFromRole, isTicked }: { isFromRole: boolean; isTicked: boolean }) {
  if (isFromRole === isTicked)
    return isFromRole ? (
      <Text span size="xs" c="dimmed" flex="none">
        {t`Role defaults`}
      </Text>
    ) : null
  return isTicked ? <Tag tone="info">{t`Granted`}</Tag> : <Tag tone="caution">{t`Removed`}</Tag>
}
