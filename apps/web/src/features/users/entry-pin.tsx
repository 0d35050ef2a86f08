import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MemberDetails, ZonePerson } from '@muster/contract/users.ts'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { api, orpc } from '../../lib/api.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { formatName } from './zone-user-words.ts'

type Props = { zoneId: string; person: ZonePerson; member: MemberDetails; mayReset: boolean }

/** The state of the member's entry PIN, with a reset button if it is locked. */
export function EntryPin({ zoneId, person, member, mayReset }: Props) {
  const name = formatName(person)
  const reset = useAct({
    call: () => api.users.resetPin({ zoneId, userId: person.userId }),
    done: [t`PIN reset`, t`${name} can enter their PIN again.`],
    invalidatesUnlessLive: [orpc.users.detail.key({ input: { zoneId, userId: person.userId } })],
    failed: t`The PIN couldn’t be reset. Try again.`,
  })
  const now = useNow()
  if (member.pin === 'not_set') return t`Not set`
  const lockedUntil = member.pinLockedUntil
  // No event is sent when a lock expires, so compare its end with the current time.
  if (member.pin !== 'locked' || (lockedUntil !== null && Date.parse(lockedUntil) <= now))
    return t`Ready to use`
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      <Tag tone="danger" icon={IconLock}>
        {t`Locked`}
      </Tag>
      {lockedUntil ? (
        <span>
          <Trans>
            until <RelativeTime at={lockedUntil} form="clock" />
          </Trans>
        </span>
      ) : (
        <span>{t`until it is reset`}</span>
      )}
      {member.pinResetAskedAt && (
        <span>
          <Trans>
            reset requested <RelativeTime at={member.pinResetAskedAt} />
          </Trans>
        </span>
      )}
      {mayReset && (
        <Button
          variant="default"
          icon={IconLockOpen}
          onClick={() => reset.mutate()}
          disabled={reset.isPending}
        >
          {reset.isPending ? t`Resetting…` : t`Reset PIN`}
        </Button>
      )}
    </span>
  )
}
