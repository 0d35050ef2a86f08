import { Button } from '@mantine/core'
import type { ZoneUser } from '@muster/contract/users.ts'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { notify } from '../../ui/toast/notify.ts'
import { memberName } from './zone-user-words.ts'

type Props = { zoneId: string; user: ZoneUser; mayReset: boolean }

/** Whether the member's entry PIN may be tried, and new tries for one that is locked. */
export function EntryPin({ zoneId, user, mayReset }: Props) {
  const client = useQueryClient()
  const reset = useMutation({
    mutationFn: () => api.users.resetPin({ zoneId, userId: user.userId }),
    onSuccess: () => {
      notify.success('PIN reset', `${memberName(user) || user.email} can enter their PIN again.`)
      return client.invalidateQueries({ queryKey: orpc.users.inZone.key({ input: { zoneId } }) })
    },
    onError: error => notify.error(errorText(error, 'Failed to reset the PIN. Please try again.')),
  })
  const now = useNow()
  if (user.pin === 'not_set') return <>Not set</>
  const until = user.pinLockedUntil
  // A lock that runs out opens by itself: nothing happens then that could be announced.
  if (user.pin !== 'locked' || (until !== null && Date.parse(until) <= now)) return <>Ready to use</>
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      <Tag tone="danger" icon={IconLock}>
        Locked
      </Tag>
      {until ? (
        <span>
          until <RelativeTime at={until} form="clock" />
        </span>
      ) : (
        <span>until it is reset</span>
      )}
      {user.pinResetAskedAt && (
        <span>
          asked for a reset <RelativeTime at={user.pinResetAskedAt} />
        </span>
      )}
      {mayReset && (
        <Button
          variant="default"
          leftSection={<IconLockOpen size={18} aria-hidden />}
          onClick={() => reset.mutate()}
          disabled={reset.isPending}
        >
          {reset.isPending ? 'Resetting…' : 'Reset PIN'}
        </Button>
      )}
    </span>
  )
}
