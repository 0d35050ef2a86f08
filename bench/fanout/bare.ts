import { openBareBroadcast } from '@muster/server/src/live/testing/bare-broadcast.ts'

export type BareOrder = { readonly send: string }
export type FromBare = { readonly type: 'listening'; readonly port: number }

// The bare server in a process of its own, as the product's.
const { port, send } = await openBareBroadcast()
process.on('message', (order: BareOrder) => send(order.send))
process.on('disconnect', () => process.exit())
process.send?.({ type: 'listening', port } satisfies FromBare)
