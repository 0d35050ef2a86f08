import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { noticeStore, notify } from '../../ui/toast/notify.ts'
import { answerOutbox } from './broadcasts.feature.ts'

const payload = { broadcastId: 'b1', title: 'Leave now', answer: 'I need help', meaning: 'help' }
afterEach(() => notify.dismiss())

it('opens the broadcast from the notice of a call for help that was sent late', () => {
  answerOutbox.onSentLate?.(new QueryClient(), payload, { answer: 'I need help' })
  expect(noticeStore.get()).toMatchObject({ kind: 'info', title: 'Your call for help was sent' })
  noticeStore.get()?.action?.run()
  expect(window.location.hash).toBe('#/broadcasts?broadcast=b1')
})

it('shows no notice for other answers, nor if a later answer counts', () => {
  answerOutbox.onSentLate?.(new QueryClient(), payload, { answer: 'I am safe' })
  answerOutbox.onSentLate?.(new QueryClient(), { ...payload, meaning: 'safe' }, { answer: 'I need help' })
  expect(noticeStore.get()).toBeNull()
})
