import type { Wire } from '../wire.ts'
import type { Backlog } from './backlog.ts'
import type { Delivery } from './delivery.ts'
import type { SocketSession } from './socket-session.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Switchboard } from './switchboard.ts'

export type Parts = {
  readonly hub: Pick<Switchboard<never>, 'pool' | 'limits' | 'epoch' | 'isContinued' | 'cursor'>
  readonly wire: Wire
  readonly session: SocketSession
  readonly subscriptions: Subscriptions
  readonly backlog: Backlog
  readonly delivery: Delivery
}
