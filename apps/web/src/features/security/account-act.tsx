import type { Suspicion } from '@muster/contract/security.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { StatusActs } from './status-acts.tsx'

type Props = {
  userId: string
  who: string
  account: NonNullable<Suspicion['account']>
  onSet?: () => void
}

/** Shows a suspicious account's status if it is not active; people with permission can also change it. */
export function AccountAct({ account: { status, maySetStatus }, ...props }: Props) {
  return (
    <>
      {status !== 'active' && <StatusBadge status={status} />}
      {maySetStatus && <StatusActs {...props} status={status} />}
    </>
  )
}
