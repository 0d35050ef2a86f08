import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { useAct } from '../../ui/forms/use-act.ts'

/** Stars or unstars one of the person's zones. Starred zones come first wherever a zone is selected. */
export function StarButton({ zone }: { zone: Pick<MyZone, 'id' | 'name' | 'starred'> }) {
  const client = useQueryClient()
  const { id: zoneId, name, starred } = zone
  const starAction = useAct({
    call: () => api.zones.star({ zoneId, starred: !starred }),
    onDone: answer => changeOwnZone(client, zoneId, it => ({ ...it, ...answer })),
    failed: t`The star couldn’t be saved. Try again.`,
    invalidatesUnlessLive: ownZonesKeys(),
  })
  const StarIcon = starred ? IconStarFilled : IconStar
  return (
    <ActionIcon
      icon={StarIcon}
      my={-10}
      ms={-8}
      me={-10}
      aria-label={t`Star ${name}`}
      aria-pressed={starred}
      loading={starAction.isPending}
      onClick={() => starAction.mutate()}
    />
  )
}
