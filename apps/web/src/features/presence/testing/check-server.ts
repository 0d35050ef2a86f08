import type { CheckAnswer } from '@muster/contract/presence.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answer, fakeServer, type InputOf, type Reply } from '../../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderPage } from '../../../testing/render.tsx'

export const zone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
export const at = '2026-11-20T09:00:00.000Z'

export const aVerdict = (changes: Partial<CheckAnswer> = {}): CheckAnswer => ({
  checkId: zone.id,
  zoneId: zone.id,
  zoneName: zone.name,
  verdict: changes.inside === false ? 'outside' : 'inside',
  inside: true,
  distanceToCenterM: 42,
  distanceToEdgeM: 120,
  certainty: 'certain',
  presence: 'inside',
  change: 'entered',
  capturedAt: at,
  receivedAt: at,
  ...changes,
})

type CheckInput = InputOf<'presence/checkUserInZone'>

type CheckReply = Reply<'presence/checkUserInZone'>
/** Starts a fake server that records the checks. `reply` returns the response to the n-th check. */
export function fakeCheckServer(reply: (nth: number) => CheckReply | Promise<CheckReply>, zones = [zone]) {
  const sentInputs: CheckInput[] = []
  const calls = fakeServer({
    ...createServerHandlers('app_user', zones),
    'presence/mine': () => answer({ zones: [] }),
    'presence/checkUserInZone': input => {
      sentInputs.push(input)
      return reply(sentInputs.length)
    },
    'zones/enter': () => answer({ entryExpiresAt: '2036-01-01T00:00:00.000Z' }),
  })
  return { sent: sentInputs, calls }
}

export async function pressCheck() {
  signIn()
  renderPage('/my-zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Check Position' }))
  return user
}
