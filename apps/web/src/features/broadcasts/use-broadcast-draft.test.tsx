import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { meQuery } from '../../lib/session/use-session.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { emptyForm } from './broadcast-form.ts'
import { useBroadcastDraft } from './use-broadcast-draft.ts'

const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
beforeEach(async () => {
  fakeServer(createServerHandlers('zone_manager_rw'))
  signIn()
  await client.fetchQuery(meQuery)
})

const openDraftForm = (name: string) =>
  renderHook(({ at }) => useBroadcastDraft(at, emptyForm, undefined), {
    initialProps: { at: name },
    wrapper,
  })

it('the draft of a zone survives if text from another zone is moved there', () => {
  const northDraft = openDraftForm('north')
  act(() => northDraft.result.current.change({ title: 'Storm' }))
  northDraft.unmount()
  const form = openDraftForm('south')
  act(() => form.result.current.change({ title: 'Fire' }))
  form.rerender({ at: 'north' })
  expect(form.result.current.form.title).toBe('Fire')
  act(() => form.result.current.openOther?.())
  expect(form.result.current.form.title).toBe('Storm')
  expect(form.result.current.openOther).toBeUndefined()
  form.unmount()
  expect(openDraftForm('south').result.current.form.title).toBe('Fire')
  expect(openDraftForm('north').result.current.form.title).toBe('Storm')
})

it('moves the text to a zone without a draft', () => {
  const form = openDraftForm('no-zone')
  act(() => form.result.current.change({ title: 'Fire' }))
  form.rerender({ at: 'north' })
  form.unmount()
  expect(openDraftForm('no-zone').result.current.restored).toBeUndefined()
  expect(openDraftForm('north').result.current.form.title).toBe('Fire')
})
