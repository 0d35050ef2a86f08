import '../../testing/clean-up.ts'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/people.ts'
import { sessionStore } from '../session-store.ts'
import { openDraft } from './draft-store.ts'

const emptyFields = { name: '', capacity: '' as string | number }
const openAnasDraft = () => openDraft<typeof emptyFields>('zone', 'ana')

it('a draft belongs to one person and one form', () => {
  openAnasDraft().save({ name: 'Pier 4', capacity: 20 })
  expect(openAnasDraft().load(emptyFields)).toEqual({ name: 'Pier 4', capacity: 20 })
  expect(openDraft('zone', 'ben').load(emptyFields)).toEqual(emptyFields)
  expect(openDraft('breach', 'ana').load(emptyFields)).toEqual(emptyFields)
})

it('a draft loads only fields of the form, and ignores unreadable values', () => {
  sessionStorage.setItem('muster.draft.zone.ana', '{"name":"Pier 4","gone":"x","capacity":{"a":1}}')
  expect(openAnasDraft().load(emptyFields)).toEqual({ name: 'Pier 4', capacity: '' })
  sessionStorage.setItem('muster.draft.zone.ana', 'not json')
  expect(openAnasDraft().load(emptyFields)).toEqual(emptyFields)
})

it('a draft is deleted when it is sent, and all drafts are deleted when the person signs out', () => {
  signIn()
  openAnasDraft().save({ name: 'Pier 4' })
  openAnasDraft().forget()
  expect(openAnasDraft().load(emptyFields)).toEqual(emptyFields)
  openAnasDraft().save({ name: 'Pier 5' })
  openDraft<{ text: string }>('breach', 'ana').save({ text: 'A lost phone' })
  sessionStore.clear()
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('a draft survives an expired session, so that the same person can continue after signing in', () => {
  signIn()
  openAnasDraft().save({ name: 'Pier 4' })
  sessionStore.expire('token-1')
  signIn('token-2')
  expect(openAnasDraft().load(emptyFields).name).toBe('Pier 4')
})
