import '../../testing/clean-up.ts'
import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { signIn } from '../../testing/people.ts'
import { sessionStore } from '../session-store.ts'
import { loadDraftFiles, saveDraftFiles } from './draft-files-store.ts'
import {
  clearDraftsOnSignOut,
  deleteDraftsByOthers,
  expireDrafts,
  guestOwner,
  openDraft,
  pendingDraftPrefix,
  toDraftKey,
} from './draft-store.ts'

const emptyFields = { name: '', capacity: '' as string | number }
const openAnasDraft = () => openDraft<typeof emptyFields>('zone', 'ana')
const openBensDraft = () => openDraft<typeof emptyFields>('zone', 'ben')
const photo = new File(['photo'], 'rail.jpg', { type: 'image/jpeg' })
const monthMs = 31 * 24 * 60 * 60 * 1_000

let stopClearing: (() => void) | undefined
afterEach(() => stopClearing?.())

it('a draft belongs to one person and one form', () => {
  openAnasDraft().save({ name: 'Pier 4', capacity: 20 })
  expect(openAnasDraft().load(emptyFields)).toEqual({ name: 'Pier 4', capacity: 20 })
  expect(openDraft('zone', 'ben').load(emptyFields)).toEqual(emptyFields)
  expect(openDraft('breach', 'ana').load(emptyFields)).toEqual(emptyFields)
})

it('a draft loads only fields of the form, and ignores unreadable values', () => {
  localStorage.setItem('muster.draft.zone.ana', '{"name":"Pier 4","gone":"x","capacity":{"a":1}}')
  expect(openAnasDraft().load(emptyFields)).toEqual({ name: 'Pier 4', capacity: '' })
  localStorage.setItem('muster.draft.zone.ana', 'not json')
  expect(openAnasDraft().load(emptyFields)).toEqual(emptyFields)
})

it('text typed before signing in, and data that is not stored on a device, do not outlive the tab', () => {
  openDraft<{ email: string }>('sign-in', guestOwner).save({ email: 'ana@example.org' })
  openDraft<{ text: string }>('breach', 'ana', true).save({ text: 'A lost phone' })
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.length).toBe(2)
})

it('a draft is deleted when it is sent, and the person’s drafts are deleted with their files when they sign out', async () => {
  signIn()
  deleteDraftsByOthers('ana')
  stopClearing = clearDraftsOnSignOut()
  openAnasDraft().save({ name: 'Pier 4' })
  openAnasDraft().forget()
  expect(openAnasDraft().load(emptyFields)).toEqual(emptyFields)
  openAnasDraft().save({ name: 'Pier 5' })
  openDraft<{ text: string }>('breach', 'ana', true).save({ text: 'A lost phone' })
  openBensDraft().save({ name: 'Pier 6' })
  await saveDraftFiles(toDraftKey('zone', 'ana'), [photo])
  sessionStore.clear()
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([toDraftKey('zone', 'ben')])
  await waitFor(async () => expect(await loadDraftFiles(toDraftKey('zone', 'ana'))).toEqual([]))
})

it('drafts and files of others are deleted when a person signs in', async () => {
  openAnasDraft().save({ name: 'Pier 5' })
  openBensDraft().save({ name: 'Pier 6' })
  for (const owner of ['ana', 'ben']) await saveDraftFiles(toDraftKey('zone', owner), [photo])
  deleteDraftsByOthers('ben')
  expect(openAnasDraft().load(emptyFields)).toEqual(emptyFields)
  expect(openBensDraft().load(emptyFields).name).toBe('Pier 6')
  await waitFor(async () => expect(await loadDraftFiles(toDraftKey('zone', 'ana'))).toEqual([]))
  expect(await loadDraftFiles(toDraftKey('zone', 'ben'))).toHaveLength(1)
})

it('all drafts are deleted when the server revokes the session', () => {
  signIn()
  stopClearing = clearDraftsOnSignOut()
  deleteDraftsByOthers('ana')
  openAnasDraft().save({ name: 'Pier 4' })
  openBensDraft().save({ name: 'Pier 6' })
  sessionStore.expire('token-1')
  expect(openAnasDraft().load(emptyFields)).toEqual(emptyFields)
  expect(openBensDraft().load(emptyFields)).toEqual(emptyFields)
})

it('a draft survives an expired session, so that the same person can continue after signing in', () => {
  sessionStore.set({ token: 'token-1', expiresAt: new Date(Date.now() - 1).toISOString() })
  stopClearing = clearDraftsOnSignOut()
  openAnasDraft().save({ name: 'Pier 4' })
  sessionStore.expire('token-1')
  signIn('token-2')
  expect(openAnasDraft().load(emptyFields).name).toBe('Pier 4')
})

it('a draft and its files are deleted after a month', async () => {
  openAnasDraft().save({ name: 'Pier 4' })
  await saveDraftFiles(toDraftKey('zone', 'ana'), [photo])
  expireDrafts()
  expect(openAnasDraft().load(emptyFields).name).toBe('Pier 4')
  expect(await loadDraftFiles(toDraftKey('zone', 'ana'))).toHaveLength(1)
  expireDrafts(Date.now() + monthMs)
  expect(openAnasDraft().load(emptyFields)).toEqual(emptyFields)
  await waitFor(async () => expect(await loadDraftFiles(toDraftKey('zone', 'ana'))).toEqual([]))
})

it('pending work outlives a revoked session, and is deleted after a day', () => {
  signIn()
  stopClearing = clearDraftsOnSignOut()
  deleteDraftsByOthers('ana')
  const openPending = () => openDraft<{ marks: string[] }>(`${pendingDraftPrefix}marks`, 'ana')
  openPending().save({ marks: ['Ben'] })
  sessionStore.expire('token-1')
  expireDrafts()
  expect(openPending().load({ marks: [] }).marks).toEqual(['Ben'])
  expireDrafts(Date.now() + 25 * 60 * 60 * 1_000)
  expect(openPending().load({ marks: [] }).marks).toEqual([])
})

it('a full store loses only the draft, not the form', () => {
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  try {
    expect(() => openAnasDraft().save({ name: 'Pier 4' })).not.toThrow()
  } finally {
    Storage.prototype.setItem = setItem
  }
})
