import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconDoor, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import classes from './captain.module.css'
import { SweepList } from './sweep-list.tsx'
import { TeamList } from './team-list.tsx'

type Props = {
  emergencyId: string
  /** The zones of the emergency in which the viewer may mark people. */
  zones: readonly { id: string; name: string }[]
  isOver: boolean
}

/** Leads from the board to the areas and to the people who were sent back in; nothing is shown for what there is none of. */
export function BoardSweepsAndTeams({ emergencyId, zones, isOver }: Props) {
  const [open, setOpen] = useState<'areas' | 'teams'>()
  const now = useNow()
  const sweeps = useQuery(orpc.captains.sweeps.queryOptions({ input: { emergencyId } })).data?.sweeps ?? []
  const teams = useQuery(orpc.captains.teams.queryOptions({ input: { emergencyId } })).data?.teams ?? []
  const mayMark = zones.length > 0
  const isOverdue = teams.some(({ rounds }) =>
    rounds.some(it => it.closedAt === null && Date.parse(it.dueAt) <= now),
  )
  const clear = formatCount(sweeps.filter(it => it.state === 'clear').length)
  const areaCount = formatCount(sweeps.length)
  const teamCount = formatCount(teams.filter(it => it.endedAt === null).length)
  const hasTeams = teams.length > 0 || (mayMark && !isOver)
  if (sweeps.length === 0 && !hasTeams) return null
  const close = () => setOpen(undefined)
  return (
    <div className={classes.ticks}>
      {sweeps.length > 0 && (
        <Button
          variant="default"
          mih={48}
          leftSection={<IconDoor size="1.25rem" aria-hidden />}
          onClick={() => setOpen('areas')}
        >
          <Trans>
            Areas {clear} of {areaCount} clear
          </Trans>
        </Button>
      )}
      {hasTeams && (
        <Button
          variant={isOverdue ? 'filled' : 'default'}
          {...(isOverdue && { color: 'red' })}
          mih={48}
          leftSection={
            isOverdue ? (
              <IconAlertTriangle size="1.25rem" aria-hidden />
            ) : (
              <IconUsersGroup size="1.25rem" aria-hidden />
            )
          }
          onClick={() => setOpen('teams')}
        >
          {isOverdue ? t`Teams ${teamCount}: a round is overdue` : t`Teams inside: ${teamCount}`}
        </Button>
      )}
      <ResponsiveDialog
        opened={open !== undefined}
        onClose={close}
        title={open === 'areas' ? t`Areas` : t`People sent back in`}
      >
        <Stack>
          {open === 'areas' && <SweepList emergencyId={emergencyId} sweeps={sweeps} mayMark={mayMark} />}
          {open === 'teams' && (
            <TeamList
              emergencyId={emergencyId}
              zones={zones}
              teams={teams}
              mayMark={mayMark}
              isOver={isOver}
            />
          )}
        </Stack>
      </ResponsiveDialog>
    </div>
  )
}
