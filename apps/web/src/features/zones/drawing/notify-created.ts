import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { notify } from '../../../ui/toast/notify.ts'

/** Confirms a new zone and names the next step, or says that the zone is waiting for approval. */
export function notifyCreated({ name, status }: Pick<Zone, 'name' | 'status'>): void {
  if (status === 'pending') {
    notify.success(t`Sent for approval`, t`${name} is waiting for approval.`, {
      next: t`You’ll be notified of the decision.`,
    })
    return
  }
  notify.success(t`Zone Created`, t`Zone created successfully`, {
    next: t`Add people to ${name} by their user code.`,
  })
}
