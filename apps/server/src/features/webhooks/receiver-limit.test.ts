import { expect, it } from 'vitest'
import { createReceiverLimit } from './deliver.ts'

it('a webhook has a limited number of concurrent attempts; rejected ones are spaced out without delaying other webhooks', async () => {
  let time = 0
  const receiverLimit = createReceiverLimit(() => time)
  const finishers: (() => void)[] = []
  const holdSlot = () => new Promise<void>(resolve => finishers.push(resolve))
  const runningAttempts = Array.from({ length: 8 }, () => receiverLimit.take('slow', holdSlot))
  expect(runningAttempts.every(it => 'done' in it)).toBe(true)
  const [firstRejected, secondRejected] = [
    receiverLimit.take('slow', holdSlot),
    receiverLimit.take('slow', holdSlot),
  ]
  const [firstDelay, secondDelay] = [firstRejected, secondRejected].map(it =>
    'againIn' in it ? it.againIn : 0,
  )
  expect(firstDelay).toBeGreaterThan(0)
  expect(secondDelay).toBeGreaterThan(firstDelay ?? 0)
  expect('done' in receiverLimit.take('other', holdSlot)).toBe(true)
  time = 8_000
  finishers[0]?.()
  const [firstRunning] = runningAttempts
  await (firstRunning && 'done' in firstRunning ? firstRunning.done : undefined)
  expect('done' in receiverLimit.take('slow', holdSlot)).toBe(true)
  // Attempts take eight seconds and eight run at once, so the ninth has to wait at least that long.
  const ninthAdmission = receiverLimit.take('slow', holdSlot)
  expect('againIn' in ninthAdmission && ninthAdmission.againIn).toBeGreaterThanOrEqual(8_000)
})
