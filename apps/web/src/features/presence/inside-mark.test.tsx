import { limits } from '@muster/domain/limits.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { renderComponent } from '../../testing/render.tsx'
import { InsideMark } from './inside-mark.tsx'

const toZoneId = (n: number) => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`

it('sends a single request for a selection of more zones than one response contains', async () => {
  const zones = Array.from({ length: limits.myZonesMost }, (_, n) => ({
    zoneId: toZoneId(n),
    presence: n === 0 ? ('inside' as const) : ('outside' as const),
    lastSeen: new Date().toISOString(),
    source: null,
    mock: false,
    insideSince: null,
    recent: [],
  }))
  const calls = fakeServer({ 'presence/mine': () => answer({ zones }) })
  renderComponent(
    <div>
      {[0, 1_000, 1_001].map(n => (
        <InsideMark key={n} zoneId={toZoneId(n)} />
      ))}
    </div>,
  )
  expect(await screen.findByText(/Inside/)).toBeTruthy()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(calls.filter(name => name === 'presence/mine')).toHaveLength(1)
})
