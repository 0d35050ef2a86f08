import type { Zone } from '@muster/contract/zones.ts'
import { notify } from '../../ui/toast/notify.ts'

/** Says in the specification's words that a zone was created, which one, and what comes next. */
export function sayCreated({ name }: Pick<Zone, 'name'>): void {
  notify.success('Zone Created', 'Zone created successfully', {
    next: `Add people to ${name} by their user code.`,
  })
}
