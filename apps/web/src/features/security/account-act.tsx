import type { Suspicion } from '@muster/contract/security.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { StatusActs } from './status-acts.tsx'

type Props = {
  userId: string
  /** Name or email, as shown in the row. */
  who: string
  account: NonNullable<Suspicion['account']>
  /** Called after the status has changed. */
  onSet?: () => void
}

/** Shows the status of a suspicious account. Everybody sees an unusual status; people with permission can also change it. */
export function AccountAct({ account: { status, maySetStatus }, ...of }: Props) {
  return (
    <>
      {status !== 'active' && <StatusBadge status={status} />}
      {maySetStatus && <StatusActs {...of} status={status} />}
    </>
  )
}
