import { expect, it } from 'vitest'
import { deviceToken } from './device-token.ts'
import { endedUnexpectedlyKey, sessionKey, sessionStore } from './session-store.ts'

const session = { token: 'token-1', expiresAt: '2036-01-01T00:00:00.000Z' }

it('renewing a session leaves other sessions alone', () => {
  sessionStore.set(session)
  sessionStore.renew('token-0', '2037-01-01T00:00:00.000Z')
  expect(sessionStore.get()).toEqual(session)
  sessionStore.renew('token-1', '2037-01-01T00:00:00.000Z')
  expect(sessionStore.get()).toEqual({ token: 'token-1', expiresAt: '2037-01-01T00:00:00.000Z' })
})

it('a session past its expiry is kept, so that a wrong device clock signs nobody out', () => {
  localStorage.setItem(sessionKey, JSON.stringify({ token: 'old', expiresAt: '2001-01-01T00:00:00.000Z' }))
  window.dispatchEvent(new StorageEvent('storage', { key: sessionKey }))
  expect(sessionStore.get()?.token).toBe('old')
})

it('an unexpected end is distinguished from an intended one', () => {
  sessionStore.set(session)
  sessionStore.expire('token-1')
  expect([sessionStore.endedOnPurpose(), sessionStore.endedBySurprise()]).toEqual([false, true])

  sessionStore.set(session)
  expect(sessionStore.endedBySurprise()).toBe(false)
  sessionStore.leave()
  // The socket may report the sign-out before the sign-out call gets its response.
  sessionStore.expire('token-1')
  expect([sessionStore.endedOnPurpose(), sessionStore.endedBySurprise()]).toEqual([true, false])
})

it('a failed sign-out is undone', () => {
  sessionStore.set(session)
  sessionStore.leave()()
  sessionStore.expire('token-1')
  expect(sessionStore.endedBySurprise()).toBe(true)
})

it('other tabs see the same session', () => {
  const simulateOtherTab = (ended: boolean) => {
    sessionStore.set(session)
    if (ended) localStorage.setItem(endedUnexpectedlyKey, '1')
    localStorage.removeItem(sessionKey)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null }))
    return [sessionStore.get(), sessionStore.endedOnPurpose()]
  }
  expect(simulateOtherTab(false)).toEqual([null, true])
  expect(simulateOtherTab(true)).toEqual([null, false])
})

it('clearing everything keeps only the device token', () => {
  deviceToken.set('device-1')
  localStorage.setItem('other', '1')
  sessionStorage.setItem('other', '1')
  sessionStore.set(session)
  sessionStore.clearEverything()
  expect(sessionStore.get()).toBeNull()
  expect([localStorage.getItem('other'), sessionStorage.getItem('other')]).toEqual([null, null])
  expect(deviceToken.get()).toBe('device-1')
})
