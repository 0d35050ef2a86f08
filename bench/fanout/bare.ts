import { openBareBroadcast } from '@muster/server/src/live/testing/bare-broadcast.ts'

export type BareOrder = { readonly send: string }
export type BareServerMessage = { readonly type: 'listening'; readonly port: number }

// Runs the bare server in a process of its own, like the product's server.
const { port, send } = await openBareBroadcast()
process.on('message', (order: BareOrder) => send(order.send))
process.on('disconnect', () => process.exit())
process.send?.({ type: 'listening', port } satisfies BareServerMessage)
