import { expect, it } from 'vitest'
import { noticeStore } from './notify.ts'
import { notifyFailure } from './notify-failure.ts'

it('defers to a late render of the same text on a busy device', async () => {
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
