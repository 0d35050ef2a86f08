import type { Suspicion } from '@muster/contract/security.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { StatusActs } from './status-acts.tsx'

type Props = {
  userId: string
  /** Name or email, as the row says it. */
  who: string
  account: NonNullable<Suspicion['account']>
  /** It is another status now. */
  onSet?: () => void
}

/** What is to be done about a suspicious account. Everybody sees a status that is not the usual one; those who may set it. */
export function AccountAct({ account: { status, maySetStatus }, ...of }: Props) {
  return (
    <>
      {status !== 'active' && <StatusBadge status={status} />}
      {maySetStatus && <StatusActs {...of} status={status} />}
    </>
  )
}
