import { expect, it } from 'vitest'
import { noticeStore } from './notify.ts'
import { notifyFailure } from './notify-failure.ts'

it('shows no toast if a busy device renders the same text on the page late', async () => {
  const alertElement = document.createElement('div')
  alertElement.setAttribute('role', 'alert')
  alertElement.textContent = 'Failed to save'
  setImmediate(() => {
    notifyFailure('Failed to save')
    setImmediate(() => document.body.append(alertElement))
    const end = performance.now() + 150
    while (performance.now() < end);
  })
  await new Promise(done => setTimeout(done, 400))
  alertElement.remove()
  expect(noticeStore.get()).toBeNull()
})
