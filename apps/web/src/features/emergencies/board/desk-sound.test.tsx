import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answer } from '../../../testing/fake-server.ts'
import { emergencyId } from '../testing/an-emergency.ts'
import '../board-page.tsx'
import '../responders/responders-screen.tsx'
import '../responders/links-dialog.tsx'
import '../../reports/public.ts'
import { createDeskSound } from './desk-sound.ts'
import { anEmergency, aPerson, openBoard, personId } from './testing/open-board.tsx'

/** A sound device whose browser blocks it until `resume` is called on a press. */
class FakeAudioContext extends EventTarget {
  state: 'suspended' | 'running'
  currentTime = 0
  readonly destination = {}
  readonly starts: number[] = []
  isAllowed: boolean
  constructor(isAllowed: boolean) {
    super()
    this.isAllowed = isAllowed
    this.state = isAllowed ? 'running' : 'suspended'
  }
  async resume() {
    if (this.isAllowed) this.state = 'running'
    this.dispatchEvent(new Event('statechange'))
  }
  async close() {}
  createGain() {
    const node = {
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      connect: () => undefined,
    }
    return node
  }
  createOscillator() {
    return {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: (time: number) => this.starts.push(time),
      stop: () => undefined,
    }
  }
}

function stubSound(isAllowed: boolean): FakeAudioContext {
  const context = new FakeAudioContext(isAllowed)
  vi.stubGlobal('AudioContext', function stubContext() {
    return context
  })
  return context
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('shows whether the browser blocks the sound, and a press turns it on', async () => {
  const context = stubSound(false)
  const { user } = openBoard()
  const more = await screen.findByRole('button', { name: 'More' })
  more.focus()
  await user.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Sound is blocked: tap to turn it on' })
  expect(context.starts).toEqual([])
  context.isAllowed = true
  await user.click(item)
  await user.click(more)
  expect(await screen.findByRole('menuitem', { name: 'Sound is on' })).toBeTruthy()
  expect(context.starts).toHaveLength(1)
})

it('sounds when somebody newly needs help, not for those who needed it when the board was opened', async () => {
  const context = stubSound(true)
  let helpIds = [personId]
  const { user } = openBoard(
    {
      'emergencies/get': () =>
        answer(
          anEmergency({
            states: { help: helpIds.length, missing: 1, elsewhere: 0, not_on_site: 0, safe: 1 },
          }),
        ),
      'emergencies/people': () =>
        answer({ rows: helpIds.map(id => aPerson({ id, state: 'help' })), next: null }),
      'emergencies/mark': () => answer({ people: 1 }),
    },
    `/emergencies/${emergencyId}?state=help`,
  )
  const mark = await screen.findByRole('button', { name: 'Mark Ann Test as safe' })
  const before = context.starts.length
  // The mark reads the board again.
  await user.click(mark)
  await waitFor(() => expect((mark as HTMLButtonElement).disabled).toBe(false))
  expect(context.starts).toHaveLength(before)
  helpIds = [personId, '0192f0c0-0000-7000-8000-000000000702']
  await user.click(mark)
  await waitFor(() => expect(context.starts).toHaveLength(before + 6))
})

it('plays the alarm in one tab only', async () => {
  const lockState = { current: false }
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: {
      request: async (_name: string, _options: object, work: (lock: object | null) => Promise<void>) => {
        if (lockState.current) return work(null)
        lockState.current = true
        return work({})
      },
    },
  })
  const [first, second] = [new FakeAudioContext(true), new FakeAudioContext(true)]
  void createDeskSound(first as unknown as AudioContext).alarm()
  await createDeskSound(second as unknown as AudioContext).alarm()
  expect(first.starts).toHaveLength(6)
  expect(second.starts).toEqual([])
})
