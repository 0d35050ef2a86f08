import { Button } from '@mantine/core'
import type { MemberDetails, ZonePerson } from '@muster/contract/users.ts'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { nameOf } from './zone-user-words.ts'

type Props = { zoneId: string; person: ZonePerson; member: MemberDetails; mayReset: boolean }

/** Whether the member's entry PIN may be tried, and new tries for one that is locked. */
export function EntryPin({ zoneId, person, member, mayReset }: Props) {
  const client = useQueryClient()
  const reset = useMutation({
    mutationFn: () => api.users.resetPin({ zoneId, userId: person.userId }),
    onSuccess: () => {
      notify.success('PIN reset', `${nameOf(person)} can enter their PIN again.`)
      reloadUnlessLive(client, orpc.users.detail.key({ input: { zoneId, userId: person.userId } }))
    },
    onError: error => notifyFailure(errorText(error, 'Failed to reset the PIN. Please try again.')),
  })
  const now = useNow()
  if (member.pin === 'not_set') return <>Not set</>
  const until = member.pinLockedUntil
  // A lock that runs out opens by itself: nothing happens then that could be announced.
  if (member.pin !== 'locked' || (until !== null && Date.parse(until) <= now)) return <>Ready to use</>
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
      {member.pinResetAskedAt && (
        <span>
          asked for a reset <RelativeTime at={member.pinResetAskedAt} />
        </span>
      )}
      {mayReset && (
        <Button
          variant="default"
          leftSection={<IconLockOpen size="1.125rem" aria-hidden />}
          onClick={() => reset.mutate()}
          disabled={reset.isPending}
        >
          {reset.isPending ? 'Resetting…' : 'Reset PIN'}
        </Button>
      )}
    </span>
  )
}
