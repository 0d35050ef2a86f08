import { expect, it } from 'vitest'
import { noticeStore } from './notify.ts'
import { notifyFailure } from './notify-failure.ts'

it('shows no toast if a busy device renders the same text on the page late', async () => {
  const place = document.createElement('div')
  place.setAttribute('role', 'alert')
  place.textContent = 'Failed to save'
  setImmediate(() => {
    notifyFailure('Failed to save')
    setImmediate(() => document.body.append(place))
    const end = performance.now() + 150
    while (performance.now() < end);
  })
  await new Promise(done => setTimeout(done, 400))
  place.remove()
  expect(noticeStore.get()).toBeNull()
})
