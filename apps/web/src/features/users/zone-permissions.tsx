import { t } from '@lingui/core/macro'
import { Flex } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { PermissionsForm } from './permissions-form.tsx'
import { changesText, useZonePermissions } from './use-zone-permissions.ts'

type Props = { zone: { id: string; name: string }; user: ZonePerson }

/** Render it only for people who may grant zone permissions. */
export function ZonePermissions({ zone, user }: Props) {
  const [isChanging, setIsChanging] = useState(false)
  const { query, of } = useZonePermissions(zone.id, { enabled: true, userId: user.userId })
  if (query.isError && !query.data) return <FailedLine text={t`Failed to load permissions`} query={query} />
  const changes = of(user.userId)
  return (
    <Flex component="span" wrap="wrap" align="center" gap="8px 12px">
      {query.data && (changesText(changes) ?? t`Role defaults`)}
      {query.data && (
        <Button variant="default" icon={IconAdjustments} onClick={() => setIsChanging(true)}>
          {t`Change permissions`}
        </Button>
      )}
      <ResponsiveDialog
        opened={isChanging}
        onClose={() => setIsChanging(false)}
        title={t`Permissions in this zone`}
        width={560}
      >
        <PermissionsForm zone={zone} user={user} changes={changes} onClose={() => setIsChanging(false)} />
      </ResponsiveDialog>
    </Flex>
  )
}
