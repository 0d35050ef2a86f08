import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from './empty-state.tsx'

/** Asks the person to enter the zone first; afterwards returns to this URL. */
export function EnterZone({ zoneId }: { zoneId: string }) {
  const { href } = useLocation()
  return (
    <EmptyState
      icon={IconLock}
      title={t`Enter the zone first`}
      text={t`This belongs to a zone you haven’t entered with your PIN yet.`}
    >
      <Button
        renderRoot={props => (
          <Link {...props} to={paths.zoneSelection} search={{ zone: zoneId, next: href }} />
        )}
      >
        {t`Enter Zone`}
      </Button>
    </EmptyState>
  )
}
