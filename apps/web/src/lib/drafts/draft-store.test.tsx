import '../../testing/clean-up.ts'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/people.ts'
import { sessionStore } from '../session-store.ts'
import { draftOf } from './draft-store.ts'

const empty = { name: '', capacity: '' as string | number }
const anas = () => draftOf<typeof empty>('zone', 'ana')

it('keeps what was typed for that person and that form, and nobody else', () => {
  anas().keep({ name: 'Pier 4', capacity: 20 })
  expect(anas().load(empty)).toEqual({ name: 'Pier 4', capacity: 20 })
  expect(draftOf('zone', 'ben').load(empty)).toEqual(empty)
  expect(draftOf('breach', 'ana').load(empty)).toEqual(empty)
})

it('takes only fields the form has, and nothing of what cannot be read', () => {
  sessionStorage.setItem('muster.draft.zone.ana', '{"name":"Pier 4","gone":"x","capacity":{"a":1}}')
  expect(anas().load(empty)).toEqual({ name: 'Pier 4', capacity: '' })
  sessionStorage.setItem('muster.draft.zone.ana', 'not json')
  expect(anas().load(empty)).toEqual(empty)
})

it('is forgotten when it was sent, and every draft when the person signs out', () => {
  signIn()
  anas().keep({ name: 'Pier 4' })
  anas().forget()
  expect(anas().load(empty)).toEqual(empty)
  anas().keep({ name: 'Pier 5' })
  draftOf<{ text: string }>('breach', 'ana').keep({ text: 'A lost phone' })
  sessionStore.clear()
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('outlives a session that ended by itself: the same person signs in and goes on', () => {
  signIn()
  anas().keep({ name: 'Pier 4' })
  sessionStore.expire('token-1')
  signIn('token-2')
  expect(anas().load(empty).name).toBe('Pier 4')
})
