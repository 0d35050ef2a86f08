import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import type { Team } from '@muster/contract/captains.ts'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { formatList } from '../../../lib/format-list.ts'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'

type Props = {
  team: Pick<Team, 'id'>
  /** Those who are not confirmed, neither on the server nor on this phone. */
  unconfirmed: Team['people']
  opened: boolean
  onClose: () => void
}

export function EndTeamDialog({ team, unconfirmed, opened, onClose }: Props) {
  const [requestId] = useState(() => uuidV7())
  const end = useAct({
    call: (allOut: boolean) => api.captains.endTeam({ teamId: team.id, allOut, requestId }),
    onDone: onClose,
    invalidates: [orpc.captains.open.key(), orpc.captains.teams.key()],
  })
  const names = formatList(unconfirmed.map(it => it.name))
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Has everybody come out?`}>
      <Stack>
        <FailedAct act={end} failed={t`The team couldn’t be ended. Try again.`} />
        {names !== '' && (
          <p dir="auto">
            <Trans>Not confirmed in this round: {names}</Trans>
          </p>
        )}
        <Button mih={56} color="green" disabled={end.isPending} onClick={() => end.mutate(true)}>
          <Trans>Everybody is out</Trans>
        </Button>
        <Button
          mih={56}
          color="red"
          variant="light"
          disabled={end.isPending}
          onClick={() => end.mutate(false)}
        >
          <Trans>End without them</Trans>
        </Button>
        <Button mih={48} variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Stack>
    </ResponsiveDialog>
  )
}
