import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

const icon = <IconLogout size="1.125rem" aria-hidden />

/** For a person with a profile but no zone, who can do nothing else here. Internal admins need no zones. */
export function EmergencyLogout({ onSignOut, collapsed }: { onSignOut: () => void; collapsed: boolean }) {
  const { fullProfile } = useMe()
  const { availableZones, status, isZoneBound } = useSelectedZone()
  if (!fullProfile || !isZoneBound || status !== 'loaded' || availableZones.length > 0) return null
  return (
    <Stack
      gap="xs"
      mb="xs"
      p={collapsed ? 0 : 'sm'}
      fz="xs"
      c="var(--m-caution-text)"
      bg="var(--m-caution-ground)"
      bd="1px solid var(--m-caution-line)"
      bdrs="md"
    >
      {!collapsed && <p>{t`You don’t belong to a zone yet. You can sign out here.`}</p>}
      <Button
        variant="transparent"
        c="inherit"
        bd={collapsed ? undefined : '1px solid var(--m-caution-line)'}
        mih={44}
        px={0}
        leftSection={!collapsed && icon}
        onClick={onSignOut}
        aria-label={collapsed ? t`Emergency Logout` : undefined}
        title={collapsed ? t`Emergency Logout` : undefined}
      >
        {collapsed ? icon : t`Emergency Logout`}
      </Button>
    </Stack>
  )
}
