import type { Zone } from '@muster/contract/zones.ts'
import { notify } from '../../../ui/toast/notify.ts'

/** Says in the specification's words that a zone was created, which one, and what comes next; of one that waits, that it does. */
export function sayCreated({ name, status }: Pick<Zone, 'name' | 'status'>): void {
  if (status === 'pending') {
    notify.success('Sent for approval', `${name} waits for an administrator.`, {
      next: 'You are told once it is decided.',
    })
    return
  }
  notify.success('Zone Created', 'Zone created successfully', {
    next: `Add people to ${name} by their user code.`,
  })
}
